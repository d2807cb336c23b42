import { Form, useNavigation } from 'react-router'
import { ROLE_TITLES } from '#app/features/identity/identity.ts'
import { OwnPasswordField } from '#app/features/identity/own-password-field.tsx'
import { useFocusOnError } from '#app/forms/focus.ts'
import type { Role } from '#app/platform/database/values.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SelectField } from '#app/ui/select.tsx'
import type { ClientAnswer } from './client-action.server.ts'

const ROLES = Object.entries(ROLE_TITLES).map(([value, label]) => ({ value, label }))
const NO_ERRORS: Record<string, string> = {}

type RoleFormProps = { role: Role; isSelf: boolean; adminEmail: string; answer: ClientAnswer | undefined }

/** Changes the person's role; requires the administrator's own password. */
export function RoleForm({ role, isSelf, adminEmail, answer }: RoleFormProps) {
  const sending = useNavigation().formData?.get('intent') === 'change-role'
  const errors = answer?.errors ?? NO_ERRORS
  const form = useFocusOnError(errors)
  return (
    <Panel
      title="Cambiar el rol"
      description={
        isSelf
          ? 'Esta es tu cuenta: si dejas de administrar, pierdes el acceso a esta sección.'
          : 'Vale de inmediato, también en sus sesiones abiertas.'
      }
    >
      <Form ref={form} method="post" noValidate key={role} className="grid gap-4" preventScrollReset>
        <input type="hidden" name="intent" value="change-role" />
        <SelectField
          label="Rol"
          name="role"
          defaultValue={answer?.values.role || role}
          options={ROLES}
          error={errors.role}
        />
        <OwnPasswordField email={adminEmail} error={errors.password} />
        <Button type="submit" variant="secondary" className="justify-self-start" pending={sending}>
          Cambiar el rol
        </Button>
      </Form>
    </Panel>
  )
}
