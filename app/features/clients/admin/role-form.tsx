import { Link, useNavigation } from 'react-router'
import { roleFields } from '#app/features/clients/clients.ts'
import { type GivenRole, isStaff } from '#app/features/identity/staff/given-role.ts'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import type { ClientAnswer } from './client-action.server.ts'

type RoleFormProps = { role: GivenRole; isSelf: boolean; answer: ClientAnswer | undefined }

/** Changes the person's role; requires the administrator's own password. Only who is of the staff has its roles to choose from. */
export function RoleForm({ role, isSelf, answer }: RoleFormProps) {
  const sending = useNavigation().formData?.get('intent') === 'change-role'
  const { ref, errors, field } = useForm(roleFields, answer)
  const joins = !isStaff(role)
  return (
    <Panel
      title="Cambiar el rol"
      description={
        isSelf
          ? 'Esta es tu cuenta: si dejas de administrar, pierdes el acceso a esta sección.'
          : 'Vale de inmediato, también en sus sesiones abiertas.'
      }
      footer={
        joins ? (
          <Link to="/admin/settings/team" className="text-md text-copper underline underline-offset-4">
            Invitar al equipo
          </Link>
        ) : undefined
      }
    >
      <Form ref={ref} method="post" noValidate key={role} className="grid gap-4" preventScrollReset>
        <input type="hidden" name="intent" value="change-role" />
        <SelectField
          {...field('role', role)}
          options={roleFields.role.options.filter(({ value }) => !joins || !isStaff(value))}
        />
        <ReauthenticationField error={errors.password} />
        <Button type="submit" variant="secondary" className="justify-self-start" pending={sending}>
          Cambiar el rol
        </Button>
      </Form>
    </Panel>
  )
}
