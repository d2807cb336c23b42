import { redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { emailForm } from '#app/features/identity/identity-schema.server.ts'
import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { refuse } from '#app/kernel/refusal.ts'
import { answerForm } from '#app/kit/forms/answer-form.server.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { keepTypedInput, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'
import { clientAddressContext, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/own-data'
import {
  closeDataAccess,
  dataCookie,
  LINK_MINUTES,
  openDataAccess,
  readDataSubject,
  requestDataAccess,
} from './access-link.server.ts'
import type { OwnRightAnswer } from './own-access-panel.tsx'
import { findOwnData, namesIn, OWN_DATA_FIELDS } from './own-data-frame.server.ts'
import { OwnData } from './own-data-view.tsx'
import { exerciseRight, ownRightForm, SIGNED_OUT } from './own-rights.server.ts'
import { mailboxFields, OWN_RIGHTS } from './own-rights.ts'
import { DATA_PATH } from './personal-data.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Tus datos personales · Alhena' }]

/** Changes nothing with the link itself: mail scanners open links, so the page has a button. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { db, now, settings } = servicesOf(context)
  if (url.searchParams.has('token')) return { stage: 'link' as const, minutes: LINK_MINUTES }
  const actor = readDataSubject(request, settings.appUrl)
  const own = actor && (await findOwnData(db, actor, 'access', now()))
  return own ? { stage: 'data' as const, own, names: namesIn(own) } : { stage: 'mailbox' as const }
}

const INTENTS = ['request-link', 'open', 'close', ...OWN_RIGHTS] as const
type Intent = (typeof INTENTS)[number]

const form = z.union([
  z.object({ intent: z.literal('request-link'), ...emailForm.shape }),
  z.object({ intent: z.literal('open') }),
  z.object({ intent: z.literal('close') }),
  ownRightForm,
])

const SENT = `Si el correo está bien escrito, en unos minutos llega un enlace. Sirve una vez y vence en ${LINK_MINUTES} minutos.`
const USED = 'El enlace ya se usó, venció o está incompleto. Pide otro con tu correo.'

export async function action({ request, url, context }: Route.ActionArgs) {
  const { db, now, settings } = servicesOf(context)
  const options = { schema: form, intents: INTENTS, fields: ['email', ...OWN_DATA_FIELDS] } as const
  return answerForm(request, options, async command => {
    if (command.intent === 'request-link') {
      await requestDataAccess(db, { email: command.email, address: context.get(clientAddressContext), now: now() })
      return { done: SENT }
    }
    if (command.intent === 'open') {
      const token = await openDataAccess(db, url.searchParams.get('token') ?? '', now())
      if (token === undefined) refuse(USED)
      return redirect(DATA_PATH, { headers: { 'Set-Cookie': dataCookie.set(token, settings.appUrl) } })
    }
    const actor = readDataSubject(request, settings.appUrl)
    if (command.intent === 'close') {
      if (actor) await closeDataAccess(db, actor, now())
      return redirect(DATA_PATH, { headers: { 'Set-Cookie': dataCookie.clear(settings.appUrl) } })
    }
    if (!actor) refuse(SIGNED_OUT)
    return { done: await exerciseRight(db, actor, command, now()) }
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args, unansweredIntent(INTENTS))

export default function OwnDataPage({ loaderData, actionData }: Route.ComponentProps) {
  switch (loaderData.stage) {
    case 'link':
      return <OpenLink answer={actionData} />
    case 'mailbox':
      return <Mailbox answer={actionData} />
    case 'data':
      return (
        <div className={`${PAGE_WIDTH} py-6 sm:py-10`}>
          <PageHeading
            title="Tus datos personales"
            description={`Lo que guardamos con el correo ${loaderData.own.data.email}, y quién puede leerlo.`}
            actions={
              <PostButton intent="close" variant="secondary">
                Cerrar esta página
              </PostButton>
            }
          />
          <OwnData
            own={loaderData.own}
            names={loaderData.names}
            files={`${DATA_PATH}/descarga`}
            answer={ownRightAnswer(actionData)}
          />
        </div>
      )
  }
}

type PageAnswer = FormAnswer<Intent, 'email' | keyof OwnRightAnswer['values']>

function ownRightAnswer(answer: PageAnswer | undefined): OwnRightAnswer | undefined {
  const intent = OWN_RIGHTS.find(known => known === answer?.intent)
  return answer && intent && { ...answer, intent }
}

type StageProps = { answer: PageAnswer | undefined }

function Mailbox({ answer }: StageProps) {
  const pending = useNavigation().formMethod === 'POST'
  const { ref, field } = useForm(mailboxFields, answer)
  return (
    <AccountColumn
      title="Tus datos personales"
      description="Ve qué guardamos de ti y quién puede leerlo. Descárgalo, corrígelo, bloquéalo, oponte o bórralo, sin costo y sin crear una cuenta. Te enviamos un enlace a tu correo para saber que eres tú."
    >
      {!pending && <FormOutcome answer={answer} />}
      <Form ref={ref} method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="request-link" />
        <TextField {...field('email')} />
        <Button type="submit" size="lg" pending={pending} pendingLabel="Enviando…" className="w-full">
          Enviarme el enlace
        </Button>
      </Form>
    </AccountColumn>
  )
}

function OpenLink({ answer }: StageProps) {
  const pending = useNavigation().formMethod === 'POST'
  return (
    <AccountColumn
      title="Tus datos personales"
      description="El enlace sirve una sola vez. Al abrirlo, la página queda disponible en este navegador durante una hora."
      back={{ to: DATA_PATH, label: 'Pedir otro enlace' }}
    >
      {!pending && <FormOutcome answer={answer} />}
      <Form method="post">
        <input type="hidden" name="intent" value="open" />
        <Button type="submit" size="lg" pending={pending} pendingLabel="Abriendo…" className="w-full">
          Ver mis datos
        </Button>
      </Form>
    </AccountColumn>
  )
}
