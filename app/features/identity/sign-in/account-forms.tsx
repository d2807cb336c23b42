import { Link, useNavigation } from 'react-router'
import { logInFields, ownerFields, signUpFields } from '#app/features/identity/account-fields.ts'
import { SIGNUP_ROLE_OPTIONS } from '#app/features/identity/identity.ts'
import { CookieProbe } from '#app/kit/forms/cookie-probe.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { PasswordField } from '#app/kit/ui/password-field.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'

type LogInFormProps = { email: string; errors: Record<string, string> }

/** E-mail and password of an existing account. */
export function LogInForm({ email, errors }: LogInFormProps) {
  const pending = useNavigation().formData?.get('intent') === 'login'
  const { ref, field } = useForm(logInFields, { errors })
  return (
    <Form ref={ref} method="post" noValidate className="grid gap-5">
      <input type="hidden" name="intent" value="login" />
      <CookieProbe />
      <TextField {...field('email', email)} />
      <div>
        <PasswordField {...field('password')} />
        <p className="mt-2 text-right">
          <Link
            to="/auth/forgot"
            className="inline-flex items-center text-sm text-copper underline decoration-copper/40 underline-offset-4 hover:decoration-current pointer-coarse:min-h-11"
          >
            ¿Olvidaste tu contraseña?
          </Link>
        </p>
      </div>
      <Button type="submit" size="lg" pending={pending} pendingLabel="Iniciando sesión…" className="w-full">
        Iniciar Sesión
      </Button>
    </Form>
  )
}

type SignUpFormProps = {
  /** The page that the confirmation link leads to. */
  redirectTo: string
  values: { email: string; first_name: string; last_name: string; role: string }
  errors: Record<string, string>
}

/** CSS shows each description while its option is selected. (Tailwind reads `_` as a space.) */
const DESCRIPTION_SHOWN: Readonly<Record<string, string>> = {
  assessment_manager: 'group-has-[option[value^=assess]:checked]/type:inline',
  client: 'group-has-[option[value=client]:checked]/type:inline',
  respondent: 'group-has-[option[value=respondent]:checked]/type:inline',
}

const descriptions = SIGNUP_ROLE_OPTIONS.map(option => (
  <span key={option.value} className={`hidden ${DESCRIPTION_SHOWN[option.value]}`}>
    {option.description}
  </span>
))

type OwnerFieldsProps = {
  values: { first_name: string; last_name: string; role: string }
  errors: Record<string, string>
}

/** Whose a new account is, for a form around them. */
export function OwnerFields({ values, errors }: OwnerFieldsProps) {
  const { field } = useForm(ownerFields, { errors, values })
  return (
    <>
      <SelectField {...field('role', SIGNUP_ROLE_OPTIONS[0]?.value)} hint={descriptions} className="group/type" />
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField {...field('first_name')} />
        <TextField {...field('last_name')} />
      </div>
    </>
  )
}

/** The fields of a new account. */
export function SignUpForm({ redirectTo, values, errors }: SignUpFormProps) {
  const pending = useNavigation().formData?.get('intent') === 'signup'
  const { ref, field } = useForm(signUpFields, { errors, values })
  return (
    <Form ref={ref} method="post" noValidate className="grid gap-5">
      <input type="hidden" name="intent" value="signup" />
      <CookieProbe />
      <input type="hidden" name="redirect" value={redirectTo} />
      <OwnerFields values={values} errors={errors} />
      <TextField {...field('email')} />
      <PasswordField {...field('password')} />
      <Button type="submit" size="lg" pending={pending} pendingLabel="Creando cuenta…" className="w-full">
        Crear Cuenta
      </Button>
      <p className="text-sm text-muted">
        Usamos tus datos como explica nuestra{' '}
        <Link to="/legal/privacidad" className="text-copper underline underline-offset-4">
          Política de privacidad
        </Link>
        .
      </p>
    </Form>
  )
}

/** The way in for whoever owns the mailbox of an account that there is already, also when somebody else made it. */
export const ReclaimForm = ({ email }: { email: string }) => (
  <Form method="post" action="/auth/forgot" noValidate className="grid gap-3">
    <p>
      ¿Es tu correo? Te enviamos un enlace para crear una contraseña nueva. Con ella entras solo tú, también si la
      cuenta la creó otra persona.
    </p>
    <input type="hidden" name="email" value={email} />
    <Button type="submit" variant="secondary" size="sm" className="justify-self-start">
      Enviarme el enlace
    </Button>
  </Form>
)
