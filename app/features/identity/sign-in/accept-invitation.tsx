import { useNavigation } from 'react-router'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { SignOutForm } from './sign-out-form.tsx'

type AcceptInvitationProps = {
  /** Whether the signed-in account is of another address than the invited one. */
  isOther: boolean
  /** Of the signed-in account; undefined for a visitor. */
  email: string | undefined
  /** The log-in that leads back to the invitation. */
  login: string
  /** What the invited account reads before it accepts. */
  children?: Blocks
}

/** The press that accepts an open invitation, or how to come to the account that may. */
export function AcceptInvitation({ isOther, email, login, children }: AcceptInvitationProps) {
  const pending = useNavigation().formMethod === 'POST'
  if (email === undefined) {
    return (
      <>
        <p className="text-md">Entra o crea tu cuenta con la dirección que recibió la invitación.</p>
        <ButtonLink to={login} size="lg" className="w-full">
          Entrar o crear cuenta
        </ButtonLink>
      </>
    )
  }
  if (isOther) {
    return (
      <>
        <Alert tone="warning">
          {`Esta invitación es para otra dirección. Entraste con ${email}: cierra sesión y entra con el correo que la recibió, ya confirmado.`}
        </Alert>
        <SignOutForm to={login} reloadDocument>
          <Button type="submit" variant="secondary" size="lg" className="w-full">
            Cerrar sesión
          </Button>
        </SignOutForm>
      </>
    )
  }
  return (
    <>
      {children}
      <Form method="post">
        <Button type="submit" size="lg" pending={pending} pendingLabel="Aceptando…" className="w-full">
          Aceptar la invitación
        </Button>
      </Form>
    </>
  )
}
