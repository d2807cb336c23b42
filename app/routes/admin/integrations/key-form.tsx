import { Form, useNavigation } from 'react-router'
import { API_SCOPE_NAMES, API_SCOPES, keyFields } from '#app/features/integrations/api-keys.ts'
import { useForm } from '#app/forms/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SelectField } from '#app/ui/select.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { NewKeyAnswer } from './key-action.server.ts'

type KeyFormProps = { answer: NewKeyAnswer | undefined }

/** Creates a key. */
export function KeyForm({ answer }: KeyFormProps) {
  const { ref, errors, field } = useForm(keyFields, answer)
  const sending = useNavigation().formData?.get('intent') === 'create'
  return (
    <Panel title="Clave nueva" description="Una por sistema: así puedes revocarla sin afectar a los demás.">
      <Form ref={ref} method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="create" />
        <TextField {...field('name')} />
        <Fieldset legend="Permisos" error={errors.scopes}>
          {API_SCOPE_NAMES.map(scope => (
            <Checkbox
              key={scope}
              name="scopes"
              value={scope}
              label={API_SCOPES[scope].label}
              hint={API_SCOPES[scope].hint}
              defaultChecked={answer?.values.scopes?.includes(scope)}
            />
          ))}
        </Fieldset>
        <SelectField {...field('days', '365')} />
        <Button type="submit" className="justify-self-start" pending={sending}>
          Crear clave
        </Button>
      </Form>
    </Panel>
  )
}
