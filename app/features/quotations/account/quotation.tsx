import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { sameChoices } from '#app/features/cart/cart.ts'
import { useCart } from '#app/features/cart/cart-context.ts'
import { findReplies, ownLink } from '#app/features/quotations/approval/approval.server.ts'
import { sharedPath } from '#app/features/quotations/approval/approval.ts'
import { LinkPanel } from '#app/features/quotations/approval/link-panel.tsx'
import { RepliesPanel } from '#app/features/quotations/approval/replies-panel.tsx'
import { shareQuotation, withdrawLink } from '#app/features/quotations/approval/share-quotation.server.ts'
import { mailQuotation, quotationIntent } from '#app/features/quotations/create-quotation.server.ts'
import { requireQuotation } from '#app/features/quotations/find-quotation.server.ts'
import { QuotationDetail } from '#app/features/quotations/quotation-detail.tsx'
import {
  QUOTATION_STATES,
  type Quotation,
  type QuotationState,
  quotationPath,
  quotationState,
} from '#app/features/quotations/quotations.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { AccountPage } from '#app/layouts/account/account-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/quotation'

type OpenAsCartProps = {
  quotation: Pick<Quotation, 'id' | 'lines' | 'discount_code'>
  state: QuotationState
  /** Whether it was sent to its approval already, so that buying it is what may come next. */
  isNext: boolean
}

/**
 * Loads the quotation's lines into the cart, with its prices while they hold. Asks before it replaces other contents.
 */
function OpenAsCart({ quotation, state, isNext }: OpenAsCartProps) {
  const cart = useCart()
  const [asking, setAsking] = useState(false)
  const isOwn = cart.quotation === quotation.id

  const open = () => {
    setAsking(false)
    cart.restore({
      choices: quotation.lines.map(({ product_id, mode, seats, repeats }) => ({
        product_id,
        mode,
        seats,
        ...(repeats !== undefined && { repeats }),
      })),
      code: quotation.discount_code,
      quotation: state === 'valid' ? quotation.id : null,
    })
    cart.open()
  }

  return (
    <>
      <Button
        disabled={!cart.ready}
        variant={isNext && state === 'valid' ? 'primary' : 'secondary'}
        onClick={() => (cart.choices.length > 0 && !isOwn ? setAsking(true) : open())}
      >
        {state === 'valid' ? 'Abrir como carrito' : 'Abrir con precios actuales'}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="¿Reemplazar tu carrito?"
        description={`Tu carrito tiene ${countOf(cart.choices.length, 'producto', 'productos')}. Si abres la cotización, quedarán solo los productos de ella.`}
        footer={
          <DialogActions>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Cancelar
            </Button>
            <Button onClick={open}>Reemplazar</Button>
          </DialogActions>
        }
      >
        {null}
      </Dialog>
    </>
  )
}

/** Notes in the cart that this new quotation was made of it. */
function useQuotedCartMark({ id, lines, discount_code }: OpenAsCartProps['quotation'], isNew: boolean): void {
  const { ready, choices, code, quotation, markQuoted } = useCart()
  const isSource = quotation === null && code === discount_code && sameChoices(choices, lines)
  useEffect(() => {
    if (isNew && ready && isSource) markQuoted(id)
  }, [isNew, ready, isSource, id, markQuoted])
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Cotización ${loaderData?.quotation.number ?? ''} · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  const { user, quotation } = await requireQuotation(args)
  const { db, now } = servicesOf(args.context)
  const { link, replies } = await readAs(db, { kind: 'user', userId: user.id }, tx =>
    allKeyed({
      link: ownLink(tx, user.id, quotation.id),
      replies: findReplies(tx, quotation.id),
    }),
  )
  const isNew = args.url.searchParams.has('creada')
  return { quotation, state: quotationState(quotation, now()), isNew, replies, linkSince: link?.created_at }
}

export async function action(args: Route.ActionArgs) {
  const { user, quotation } = await requireQuotation(args)
  const { db, now, settings } = servicesOf(args.context)
  const form = await readForm(args.request)
  const input = { userId: user.id, quotationId: quotation.id, now: now() }
  return answerRefusals(async () => {
    const parsed = quotationIntent.safeParse(form)
    if (!parsed.success) refuse('No entendimos la solicitud. Recarga la página.', { status: 400 })
    switch (parsed.data.intent) {
      case 'mail':
        await mailQuotation(db, user, quotation.id, input.now)
        return { done: true, text: `Te enviamos un enlace a esta cotización a ${user.email}.` }
      case 'share':
        return { done: true, address: settings.appUrl + sharedPath(await shareQuotation(db, input)) }
      case 'withdraw':
        await withdrawLink(db, input)
        return { done: true, text: 'Retiraste el enlace: ya no abre esta cotización.' }
    }
  })
}

export default function QuotationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { quotation, state, isNew, replies, linkSince } = loaderData
  useQuotedCartMark(quotation, isNew)
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
            {state === 'valid' && linkSince === undefined && (
              <Form method="post" preventScrollReset>
                <Button
                  type="submit"
                  className="w-full"
                  name="intent"
                  value="share"
                  pending={sent === 'share'}
                  pendingLabel="Creando el enlace…"
                >
                  Enviar a aprobación
                </Button>
              </Form>
            )}
            <OpenAsCart quotation={quotation} state={state} isNext={linkSince !== undefined} />
          </div>
        }
      />
      <div className="grid gap-6">
        {actionData?.text && sent === undefined && (
          <Alert tone={actionData.done ? 'success' : 'error'}>{actionData.text}</Alert>
        )}
        {isNew && !actionData && state === 'valid' && (
          <Alert tone="success" title="Tu cotización está lista">
            {`Envíala a quien la aprueba, descárgala en PDF o ábrela como carrito cuando quieras comprar. Respetamos sus precios hasta el ${validUntil}.`}
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
          <LinkPanel
            number={quotation.number}
            since={linkSince}
            address={actionData && 'address' in actionData ? actionData.address : undefined}
            canShare={state === 'valid'}
          />
        )}
      </div>
    </AccountPage>
  )
}

/** A date without line breaks. */
const Day = ({ children }: { children: string }) => <span className="whitespace-nowrap tabular-nums">{children}</span>
