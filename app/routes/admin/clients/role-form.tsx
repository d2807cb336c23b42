import { Form, useNavigation } from 'react-router'
import { roleFields } from '#app/features/identity/clients/clients.ts'
import { OwnPasswordField } from '#app/features/identity/own-password-field.tsx'
import { useForm } from '#app/forms/use-form.ts'
import type { Role } from '#app/platform/database/values.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SelectField } from '#app/ui/select.tsx'
import type { ClientAnswer } from './client-action.server.ts'

type RoleFormProps = { role: Role; isSelf: boolean; adminEmail: string; answer: ClientAnswer | undefined }

/** Changes the person's role; requires the administrator's own password. */
export function RoleForm({ role, isSelf, adminEmail, answer }: RoleFormProps) {
  const sending = useNavigation().formData?.get('intent') === 'change-role'
  const { ref, errors, field } = useForm(roleFields, answer)
  return (
    <Panel
      title="Cambiar el rol"
      description={
        isSelf
          ? 'Esta es tu cuenta: si dejas de administrar, pierdes el acceso a esta sección.'
          : 'Vale de inmediato, también en sus sesiones abiertas.'
      }
    >
      <Form ref={ref} method="post" noValidate key={role} className="grid gap-4" preventScrollReset>
        <input type="hidden" name="intent" value="change-role" />
        <SelectField {...field('role', role)} />
        <OwnPasswordField email={adminEmail} error={errors.password} />
        <Button type="submit" variant="secondary" className="justify-self-start" pending={sending}>
          Cambiar el rol
        </Button>
      </Form>
    </Panel>
  )
}
