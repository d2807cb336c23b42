import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'

const ACTION = '/auth/resend'

type ResendProps = { redirectTo: string; email?: string }

/** Asks for another confirmation link: for the e-mail that is known, or for one to be typed. */
export function ResendForm({ redirectTo, email }: ResendProps) {
  const navigation = useNavigation()
  const pending = navigation.formAction === ACTION
  const known = email !== undefined
  return (
    <Form method="post" action={ACTION} noValidate className={known ? undefined : 'grid gap-5'}>
      <input type="hidden" name="redirect" value={redirectTo} />
      {known ? (
        <input type="hidden" name="email" value={email} />
      ) : (
        <TextField label="Email" name="email" type="email" autoComplete="email" required />
      )}
      <Button
        type="submit"
        variant="secondary"
        size={known ? 'sm' : 'md'}
        pending={pending}
        pendingLabel="Enviando…"
        className={known ? undefined : 'w-full'}
      >
        Reenviar enlace de confirmación
      </Button>
    </Form>
  )
}
