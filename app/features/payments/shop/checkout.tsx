import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useState } from 'react'
import { data, Link, redirect, redirectDocument, useNavigation, useSearchParams } from 'react-router'
import { useCarriedCart } from '#app/features/cart/carried-cart.ts'
import { useQuotedCart } from '#app/features/cart/cart-context.ts'
import { CartPanel, EmptyCart, QuotationNote } from '#app/features/cart/drawer/cart-panel.tsx'
import { ChangedQuoteAlert, useChangedQuote } from '#app/features/cart/drawer/changed-quote.tsx'
import { buyerActor, requireUser } from '#app/features/identity/session.server.ts'
import { rememberedBillings } from '#app/features/orders/order-billing.server.ts'
import { buyingOrganisations } from '#app/features/organisations/organisations.server.ts'
import { isReturnProblem, RETURN_MESSAGES } from '#app/features/payments/attempts/attempts.ts'
import { startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { checkOut, paysByTransfer } from '#app/features/payments/checkout/check-out.server.ts'
import {
  CheckoutEnd,
  type CheckoutErrors,
  CheckoutForm,
  type PayMethod,
} from '#app/features/payments/checkout/checkout-form.tsx'
import { type CheckoutCart, checkoutCart, checkoutForm } from '#app/features/payments/checkout/checkout-schema.ts'
import { checkoutMessage, isRepeat, successAddress } from '#app/features/payments/checkout/checkout-texts.ts'
import { RepeatQuestion } from '#app/features/payments/checkout/repeat-question.tsx'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField } from '#app/kit/forms/form-answer.ts'
import { keepTypedInput } from '#app/kit/forms/keep-typed-input.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { Logo } from '#app/kit/ui/logo.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { type FrameProps, LEGAL, type PageFrame } from '#app/layouts/shop/page-frame.ts'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { parseJson } from '#app/platform/http/parse-json.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/checkout'

const quietLink = 'inline-flex min-h-11 items-center gap-1.5 underline-offset-4 hover:text-copper hover:underline'

/** The name, the way back to the shop, and help: nothing else leads away from the payment. */
const CheckoutHeader = ({ seller: { correo_soporte } }: FrameProps) => (
  <header className="border-b border-line bg-paper print:hidden lg:sticky lg:top-0 lg:z-40">
    <div className={`${PAGE_WIDTH} flex h-16 items-center justify-between gap-x-4`}>
      <Link to="/" aria-label="Alhena, inicio" className="rounded-sm py-2 pr-2">
        <Logo className="text-2xl leading-none" />
      </Link>
      <div className="flex items-center gap-x-4 text-sm whitespace-nowrap sm:gap-x-7 sm:text-md">
        <Link to="/assessments" className={quietLink}>
          <ArrowLeft aria-hidden="true" className="size-4 max-sm:hidden" />
          Volver a la tienda
        </Link>
        <a href={`mailto:${correo_soporte}`} className={quietLink}>
          <span>
            Ayuda<span className="max-lg:sr-only">{`: ${correo_soporte}`}</span>
          </span>
        </a>
      </div>
    </div>
  </header>
)

/** The seller and the legal texts, which consumer law requires beside a purchase. */
const CheckoutFooter = ({ seller, hasMailbox }: FrameProps) => (
  <footer className="mt-14 border-t border-line bg-sunken text-sm text-muted print:hidden">
    <div className={`${PAGE_WIDTH} grid gap-2 py-6`}>
      <nav aria-label="Legal">
        <ul className="flex flex-wrap gap-x-6">
          {LEGAL.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} target="_blank" className={quietLink}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p>{`${seller.razon_social} · RUT ${seller.rut_empresa} · ${seller.direccion}`}</p>
      {seller.note && <p>{seller.note}</p>}
      {hasMailbox && (
        <p>
          <Link to="/demo/correo" className="text-copper underline underline-offset-4">
            Correo de demostración
          </Link>
        </p>
      )}
    </div>
  </footer>
)

export const meta: Route.MetaFunction = () => [
  { title: 'Finalizar compra · Alhena' },
  { name: 'description', content: 'Revisa tu compra, elige boleta o factura y paga.' },
]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, gateways } = servicesOf(args.context)
  const [remembered, organisations] = await readAs(db, buyerActor(user), tx =>
    Promise.all([rememberedBillings(tx, user.id), buyingOrganisations(tx, user.id)]),
  )
  return {
    buyer: { id: user.id, company: user.company },
    remembered,
    organisations,
    gateway: gateways.current.id,
    isTest: gateways.current.isTest,
  }
}

export async function action(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const services = servicesOf(args.context)
  const now = services.now()
  const fields = await readForm(args.request)
  const cart = checkoutCart.safeParse(parseJson(fields.cart))
  if (!cart.success) return data({ errors: {}, problem: { code: 'invalid_cart' as const } }, 400)
  const form = checkoutForm.safeParse(fields)
  if (!form.success) return data({ errors: firstMessagePerField(form.error), problem: null }, 400)

  const placed = await checkOut(services.db, user, cart.data, form.data, now, services.gateways.current.minimumClp)
  if (!placed.ok) return data({ errors: {}, problem: placed.error }, 409)
  const order = placed.value
  // 'No' leads to the earlier purchase, never to the bank.
  if (order.status === 'paid' || cart.data.repeat === 'no') return redirect(successAddress(order))
  // Its page shows the account, the deadline and the number to write with the transfer.
  if (paysByTransfer(cart.data, form.data)) return redirect(`/account/orders/${order.order_number}`)

  const started = await startPayment(services, { id: order.id, userId: user.id }, now)
  if (started.ok) return redirectDocument(started.value)
  // The outcome of an earlier attempt is open: its screen waits for it.
  if (started.error.code === 'not_payable') return redirect(successAddress(order))
  return data({ errors: {}, problem: started.error }, 503)
}

/** Typed input stays on screen when no response arrives. */
export const clientAction = (args: Route.ClientActionArgs) =>
  keepTypedInput(args, () => ({ errors: {}, problem: { code: 'unreachable' as const } }))

/** Nothing of the shop's navigation leads away from a purchase. */
export const handle: PageFrame = { Header: CheckoutHeader, Footer: CheckoutFooter }

/** Minimum milliseconds of the in-progress flag, against a second click (specification 1, sections 4 and 9). */
const FLAG_RESET = 1000

function useInProgress(submitting: boolean): boolean {
  const [flag, setFlag] = useState(false)
  const [wasSubmitting, setWasSubmitting] = useState(false)
  // Only a submission's start raises it: raised again during one that takes longer, it would never be reset.
  if (submitting !== wasSubmitting) {
    setWasSubmitting(submitting)
    if (submitting) setFlag(true)
  }
  useEffect(() => {
    if (!flag) return
    const timer = setTimeout(() => setFlag(false), FLAG_RESET)
    return () => clearTimeout(timer)
  }, [flag])
  return flag || submitting
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const cart = useQuotedCart()
  const isArriving = useCarriedCart()
  const navigation = useNavigation()
  const [params] = useSearchParams()
  const returned = params.get('pago')
  const submitting = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  const pending = useInProgress(submitting)
  const problem = submitting ? null : (actionData?.problem ?? null)
  const { quote } = cart
  const repeated = problem && isRepeat(problem) ? problem : undefined
  const refused = problem && !isRepeat(problem) ? problem : undefined
  const changed = useChangedQuote(cart, problem)
  const sent = (repeat: CheckoutCart['repeat']) =>
    JSON.stringify({
      key: cart.checkoutKey,
      choices: cart.choices,
      code: quote?.discount?.code ?? null,
      quotation: cart.quotation,
      expected_total_clp: quote?.total_clp ?? 0,
      repeat,
    })

  const isBusiness = cart.choices.some(choice => choice.mode === 'business')
  const [chosen, setChosen] = useState<PayMethod>('card')
  const method = isBusiness ? chosen : 'card'
  const isTooLittle = method === 'card' && quote?.card_minimum_clp !== undefined
  const disabled = !quote || cart.quoteState !== 'idle' || isTooLittle
  const errors: CheckoutErrors = actionData?.errors ?? {}

  if (cart.ready && !isArriving && cart.choices.length === 0) {
    return (
      <div className={`${PAGE_WIDTH} py-6 sm:py-10`}>
        <PageHeading title="Finalizar compra" />
        {refused && (
          <div className="mb-8">
            <ChangedQuoteAlert title="No pudimos completar la compra" changed={changed} cart={cart}>
              {checkoutMessage(refused)}
            </ChangedQuoteAlert>
          </div>
        )}
        <EmptyCart>Elige una evaluación o un taller y vuelve para pagar.</EmptyCart>
      </div>
    )
  }
  return (
    <div className={`${PAGE_WIDTH} py-6 sm:py-10`}>
      <PageHeading title="Finalizar compra" />
      {/* Before the summary, which comes first on a phone: the payment's outcome must be visible above it. */}
      <div className="grid gap-6 not-empty:mb-8">
        {isReturnProblem(returned) && !pending && !actionData && (
          <Alert tone="warning" title="El pago no se realizó">
            {RETURN_MESSAGES[returned]}
          </Alert>
        )}
        {repeated && (
          <RepeatQuestion key={repeated.code} problem={repeated} cartOf={sent} disabled={pending || disabled} />
        )}
        {refused && (
          <ChangedQuoteAlert title="No pudimos completar la compra" changed={changed} cart={cart}>
            {checkoutMessage(refused)}
          </ChangedQuoteAlert>
        )}
      </div>
      <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <CheckoutForm
          cart={sent(null)}
          total={quote?.total_clp}
          isBusiness={isBusiness}
          errors={errors}
          {...loaderData}
          method={method}
          onMethod={setChosen}
          pending={pending}
          disabled={disabled}
        />
        {/* Not sticky in a low window: the button at its end would never be visible. The sum is shown above it. */}
        <div className="max-lg:contents lg:grid lg:gap-5 [@media(min-width:64rem)_and_(min-height:44rem)]:sticky [@media(min-width:64rem)_and_(min-height:44rem)]:top-24">
          <CheckoutEnd
            total={quote?.total_clp}
            isBusiness={isBusiness}
            errors={errors}
            method={method}
            pending={pending}
            disabled={disabled}
          />
          <CartPanel
            title="Tu compra"
            folds
            inColumn
            before={
              <div className="not-empty:pb-5">
                <QuotationNote />
              </div>
            }
            after={
              quote &&
              quote.quotation?.state !== 'applied' && (
                <ButtonLink to="/account/quotations/new" variant="link" size="sm" className="mt-4">
                  Descargar cotización
                </ButtonLink>
              )
            }
            withoutScripts={
              <>
                <span>Para pagar, tu navegador debe permitir JavaScript.</span> <Link to="/">Volver al inicio</Link>
              </>
            }
          />
        </div>
      </div>
    </div>
  )
}
