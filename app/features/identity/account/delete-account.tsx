import { data, redirect, useNavigation } from 'react-router'
import { deletionFields } from '#app/features/identity/account-fields.ts'
import { authAddress } from '#app/features/identity/auth-address.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { answerAndRefresh } from '#app/features/identity/auth-provider.tsx'
import { deletionForm } from '#app/features/identity/identity-schema.server.ts'
import { deleteAccount } from '#app/features/identity/profile.server.ts'
import { buyerActor, requireUser } from '#app/features/identity/session.server.ts'
import { logOut } from '#app/features/identity/sign-in/sign-in.server.ts'
import { DeletionFacts } from '#app/features/orders/deletion-facts.tsx'
import { findDeletionImpact } from '#app/features/orders/deletion-impact.server.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { keepTypedInput, NO_ANSWER } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { PasswordField } from '#app/kit/ui/password-field.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { AccountPage } from '#app/layouts/account/account-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/delete-account'

export const meta: Route.MetaFunction = () => [{ title: 'Eliminar mi cuenta · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const lost = await readAs(servicesOf(args.context).db, buyerActor(user), tx => findDeletionImpact(tx, user.id))
  return { email: user.email, lost }
}

/** The text is shown where no field has one. */
type Answer = { errors: Readonly<Record<string, string>>; title: string; text: string; word: string }

export async function action(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const fields = await readForm(args.request)
  const { word } = typedValues(fields, ['word'])
  const form = deletionForm.safeParse(fields)
  const title = 'Tu cuenta sigue como estaba'
  if (!form.success) return data<Answer>({ errors: firstMessagePerField(form.error), title, text: '', word }, 400)
  const caller = authCaller(args)
  const { password } = form.data
  return answerRefusals(
    async () => {
      await deleteAccount(caller, user, { password, now: servicesOf(args.context).now() })
      const ended = await logOut(caller)
      const cookies = ended.ok ? ended.value : []
      return redirect(authAddress({ notice: 'cuenta-eliminada' }), {
        headers: cookies.map(cookie => ['Set-Cookie', cookie]),
      })
    },
    { title, word },
  )
}

/** The header must not show a deleted user. */
export const clientAction = (args: Route.ClientActionArgs) =>
  answerAndRefresh(() =>
    keepTypedInput(args, (form): Answer => {
      const { word } = typedValues(form, ['word'])
      return { errors: {}, title: 'No sabemos si tu cuenta se eliminó', text: NO_ANSWER, word }
    }),
  )

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  const { ref, field } = useForm(deletionFields, { errors: actionData?.errors })
  return (
    <AccountPage narrow>
      <PageHeading
        title="Eliminar mi cuenta"
        description={`Esto borra para siempre la cuenta de ${loaderData.email}. No se puede deshacer.`}
      />
      <div className="grid gap-6">
        {!pending && actionData && Object.keys(actionData.errors).length === 0 && (
          <Alert tone="error" title={actionData.title}>
            {actionData.text}
          </Alert>
        )}
        <DeletionFacts lost={loaderData.lost} />
        <Panel title="Confirma que quieres eliminarla">
          <Form ref={ref} method="post" noValidate className="grid max-w-md gap-5">
            <input type="text" name="username" autoComplete="username" hidden readOnly value={loaderData.email} />
            <PasswordField {...field('password')} />
            <TextField {...field('word', actionData?.word)} />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" variant="danger" pending={pending} pendingLabel="Eliminando…">
                Eliminar mi cuenta
              </Button>
              <ButtonLink to="/account/security" variant="secondary">
                Conservar mi cuenta
              </ButtonLink>
            </div>
          </Form>
        </Panel>
      </div>
    </AccountPage>
  )
}
