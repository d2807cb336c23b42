import { data, useNavigation } from 'react-router'
import { ownLink, repliesOf } from '#app/features/quotations/approval/approval.db.server.ts'
import { sharedPath } from '#app/features/quotations/approval/approval.ts'
import { LinkPanel } from '#app/features/quotations/approval/link-panel.tsx'
import { RepliesPanel } from '#app/features/quotations/approval/replies-panel.tsx'
import { shareQuotation, withdrawLink } from '#app/features/quotations/approval/share-quotation.server.ts'
import { requireQuotation } from '#app/features/quotations/find-quotation.server.ts'
import { mailQuotation } from '#app/features/quotations/mail-quotation.server.ts'
import { OpenAsCart } from '#app/features/quotations/open-as-cart.tsx'
import { quotationIntent } from '#app/features/quotations/quotation.schema.ts'
import { QuotationDetail } from '#app/features/quotations/quotation-detail.tsx'
import { mailMessage } from '#app/features/quotations/quotation-texts.ts'
import { QUOTATION_STATES, quotationPath, stateOf } from '#app/features/quotations/quotations.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { readForm } from '#app/kit/forms/read-form.server.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { AccountPage } from '#app/layouts/account/account-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/quotation'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Cotización ${loaderData?.quotation.number ?? ''} · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  const { user, quotation } = await requireQuotation(args)
  const { db, now } = servicesOf(args.context)
  const { link, replies } = await readAs(db, { kind: 'user', userId: user.id }, tx =>
    allKeyed({
      link: ownLink(tx, user.id, quotation.id),
      replies: repliesOf(tx, quotation.id),
    }),
  )
  const isNew = args.url.searchParams.has('creada')
  return { quotation, state: stateOf(quotation, now()), isNew, replies, linkSince: link?.created_at }
}

export async function action(args: Route.ActionArgs) {
  const { user, quotation } = await requireQuotation(args)
  const { db, now, settings } = servicesOf(args.context)
  const parsed = quotationIntent.safeParse(await readForm(args.request))
  if (!parsed.success) return data(answer({ problem: 'No entendimos la solicitud. Recarga la página.' }), 400)
  const input = { userId: user.id, quotationId: quotation.id, now: now() }
  switch (parsed.data.intent) {
    case 'mail': {
      const mailed = await mailQuotation(db, user, quotation.id, now())
      return mailed.ok
        ? data(answer({ done: `Te enviamos un enlace a esta cotización a ${mailed.value.email}.` }))
        : data(answer({ problem: mailMessage(mailed.error) }), 429)
    }
    case 'share': {
      const shared = await shareQuotation(db, input)
      return shared.ok
        ? data(answer({ address: settings.appUrl + sharedPath(shared.value) }))
        : data(answer({ problem: 'Solo se comparte una cotización vigente.' }), 409)
    }
    case 'withdraw':
      await withdrawLink(db, input)
      return data(answer({ done: 'Retiraste el enlace: ya no abre esta cotización.' }))
  }
}

type Answer = { done: string | null; problem: string | null; address: string | null }

const answer = (body: Partial<Answer>): Answer => ({ done: null, problem: null, address: null, ...body })

export default function QuotationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { quotation, state, isNew, replies, linkSince } = loaderData
  const navigation = useNavigation()
  const sent = navigation.state === 'idle' ? undefined : navigation.formData?.get('intent')
  const validUntil = formatDate(quotation.validUntil)
  return (
    <AccountPage>
      <PageHeading
        title={
          <>
            <span>Cotización</span> <span className="whitespace-nowrap">{quotation.number}</span>
          </>
        }
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <StatusBadge of={QUOTATION_STATES} status={state} />
            <span>
              Emitida el <Day>{formatDate(quotation.issuedAt)}</Day>
              <span>{`, ${state === 'expired' ? 'venció' : 'válida hasta'} el`}</span> <Day>{validUntil}</Day>
            </span>
          </span>
        }
        before={
          <Breadcrumbs items={[{ label: 'Cotizaciones', to: '/account/quotations' }, { label: quotation.number }]} />
        }
        actions={
          <div className="flex w-full flex-wrap gap-2.5 max-sm:*:grow">
            <Form method="post" preventScrollReset>
              <Button
                type="submit"
                variant="ghost"
                className="w-full"
                name="intent"
                value="mail"
                pending={sent === 'mail'}
                pendingLabel="Enviando…"
              >
                Enviar a mi correo
              </Button>
            </Form>
            <ButtonLink to={`${quotationPath(quotation.id)}/pdf`} reloadDocument variant="secondary">
              Descargar PDF
            </ButtonLink>
            <OpenAsCart quotation={quotation} state={state} />
          </div>
        }
      />
      <div className="grid gap-6">
        {actionData?.done && sent === undefined && <Alert tone="success">{actionData.done}</Alert>}
        {actionData?.problem && sent === undefined && <Alert tone="error">{actionData.problem}</Alert>}
        {isNew && !actionData && state === 'valid' && (
          <Alert tone="success" title="Tu cotización está lista">
            {`Descárgala en PDF, ábrela como carrito cuando quieras comprar o comparte un enlace con quien la aprueba. Respetamos sus precios hasta el ${validUntil}.`}
          </Alert>
        )}
        {state === 'expired' && (
          <Alert>
            Sus precios ya no valen. Puedes abrir los mismos productos con los precios actuales y cotizar de nuevo.
          </Alert>
        )}
        {replies.length > 0 && <RepliesPanel replies={replies} />}
        <QuotationDetail quotation={quotation} />
        {(state === 'valid' || linkSince !== undefined) && (
          <LinkPanel since={linkSince} address={actionData?.address ?? undefined} canShare={state === 'valid'} />
        )}
      </div>
    </AccountPage>
  )
}

/** A date without line breaks. */
const Day = ({ children }: { children: string }) => <span className="whitespace-nowrap tabular-nums">{children}</span>
