import { Form, useNavigation } from 'react-router'
import { API_SCOPE_NAMES, API_SCOPES, KEY_LIFETIMES, KEY_NAME_LENGTH } from '#app/features/integrations/api-keys.ts'
import { useFocusOnError } from '#app/forms/focus.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { KeyValues } from './keys-action.server.ts'

const NO_ERRORS: Record<string, string> = {}

type KeyFormProps = { errors: Record<string, string> | undefined; values: KeyValues | undefined }

/** Makes a key. */
export function KeyForm({ errors = NO_ERRORS, values }: KeyFormProps) {
  const form = useFocusOnError(errors)
  const sending = useNavigation().formData?.get('intent') === 'create'
  return (
    <Panel title="Clave nueva" description="Una por sistema: así puedes revocarla sin afectar a los demás.">
      <Form ref={form} method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="create" />
        <TextField
          label="Nombre"
          name="name"
          required
          maxLength={KEY_NAME_LENGTH}
          autoComplete="off"
          defaultValue={values?.name}
          error={errors.name}
        />
        <Fieldset legend="Permisos" error={errors.scopes}>
          {API_SCOPE_NAMES.map(scope => (
            <Checkbox
              key={scope}
              name="scopes"
              value={scope}
              label={API_SCOPES[scope].label}
              hint={API_SCOPES[scope].hint}
              defaultChecked={values?.scopes.includes(scope)}
            />
          ))}
        </Fieldset>
        <SelectField
          label="Vale por"
          name="days"
          defaultValue={values?.days || '365'}
          options={KEY_LIFETIMES}
          error={errors.days}
        />
        <Button type="submit" className="justify-self-start" pending={sending}>
          Crear clave
        </Button>
      </Form>
    </Panel>
  )
}
