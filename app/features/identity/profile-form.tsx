import { Form } from 'react-router'
import { useFocusOnError } from '#app/forms/focus.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'

type ProfileFormProps = {
  email: string
  values: { first_name: string; last_name: string; company: string; phone: string }
  errors: Record<string, string>
  saving: boolean
}

/** The four fields that people change themselves, and the e-mail that they don't. */
export function ProfileForm({ email, values, errors, saving }: ProfileFormProps) {
  const form = useFocusOnError(errors)
  return (
    <Form ref={form} method="post" replace noValidate className="grid gap-6">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Nombre"
          name="first_name"
          autoComplete="given-name"
          required
          defaultValue={values.first_name}
          error={errors.first_name}
        />
        <TextField
          label="Apellido"
          name="last_name"
          autoComplete="family-name"
          defaultValue={values.last_name}
          error={errors.last_name}
        />
        <TextField
          label="Email"
          type="email"
          readOnly
          defaultValue={email}
          hint="El email no se puede cambiar"
          className="sm:col-span-2"
        />
        <TextField
          label="Empresa"
          name="company"
          autoComplete="organization"
          defaultValue={values.company}
          error={errors.company}
        />
        <TextField
          label="Teléfono"
          name="phone"
          type="tel"
          autoComplete="tel"
          placeholder="+56 9 XXXX XXXX"
          defaultValue={values.phone}
          error={errors.phone}
        />
      </div>
      <div>
        <Button type="submit" pending={saving} pendingLabel="Guardando...">
          Guardar Cambios
        </Button>
      </div>
    </Form>
  )
}
