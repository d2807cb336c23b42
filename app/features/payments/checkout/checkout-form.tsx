import { type FormEvent, useEffect, useRef, useState } from 'react'
import { OrganisationChoice } from '#app/features/organisations/organisation-choice.tsx'
import type { Membership } from '#app/features/organisations/organisations.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { PaymentGateway } from '#app/platform/payments/gateway.ts'
import { companyFields } from './billing-fields.ts'
import { BillingPanel } from './billing-panel.tsx'
import { type CheckoutDraft, keepDraft, storedDraft } from './checkout-draft.ts'
import type { CheckoutCart } from './checkout-schema.ts'
import type { RepeatProblem } from './checkout-texts.ts'
import { PayButton, PayNote, TermsCheckbox } from './pay-button.tsx'
import type { RememberedBilling } from './remembered-billing.ts'

type GatewayId = PaymentGateway['id']

const METHODS: Readonly<Record<GatewayId, { name: string; text: string }>> = {
  webpay: {
    name: 'Webpay',
    text: 'Tarjeta de crédito, débito (Redcompra) o prepago, en la página segura de Transbank.',
  },
  simulator: { name: 'Tarjeta de prueba', text: 'En un banco simulado: no se cobra dinero.' },
}

/** How the order is paid, with a mark of our own: a gateway's logo would need its licence. */
const PaymentMethod = ({ gateway, isTest }: { gateway: GatewayId; isTest: boolean }) => (
  <Panel title="Medio de pago">
    <div className="flex items-center gap-4">
      <CardMark />
      <p className="min-w-0 text-md">
        <span className="block font-medium">{METHODS[gateway].name}</span>
        <span className="block text-sm text-muted">{METHODS[gateway].text}</span>
        {isTest && gateway !== 'simulator' && (
          <span className="block text-sm">En el ambiente de pruebas del medio de pago: no se cobra dinero.</span>
        )}
      </p>
    </div>
  </Panel>
)

/** A card with its chip. */
const CardMark = () => (
  <svg viewBox="0 0 48 32" aria-hidden="true" className="h-8 w-12 flex-none">
    <rect x=".75" y=".75" width="46.5" height="30.5" rx="4" className="fill-surface stroke-control" strokeWidth="1.5" />
    <path d="M1 7.5h46v5H1z" className="fill-ink" />
    <rect x="6" y="18" width="8" height="6" rx="1.2" className="fill-copper" />
    <path d="M30 21h12M36 25h6" className="stroke-muted" strokeWidth="1.5" strokeLinecap="round" />
  </svg>
)

type Answer = NonNullable<CheckoutCart['repeat']>

/** What is asked about an earlier purchase of the same (spec D3 and D40). */
function questionOf(problem: RepeatProblem): {
  title: string
  text: string
  answers: readonly { answer: Answer; label: string }[]
} {
  if (problem.code === 'recently_bought') {
    return {
      title: `Ya compraste esto hace ${countOf(problem.minutes, 'minuto', 'minutos')}. ¿Comprar otra vez?`,
      text: `Tu compra anterior es la orden ${problem.orderNumber}.`,
      answers: [
        { answer: 'yes', label: 'Sí, comprar otra vez' },
        { answer: 'no', label: 'No, ver mi compra anterior' },
      ],
    }
  }
  return {
    title: 'Dejaste un pago sin terminar',
    text: `La orden ${problem.orderNumber}, por ${formatPesos(problem.total_clp)}, espera su pago. Si la reemplazas, se cancela y no se cobra.`,
    answers: [
      { answer: 'continue', label: `Continuar y pagar ${formatPesos(problem.total_clp)}` },
      { answer: 'replace', label: 'Reemplazarla por este carrito' },
    ],
  }
}

type RepeatQuestionProps = {
  problem: RepeatProblem
  cartOf: (repeat: Answer) => string
  /** Disabled while the form is not ready to submit: an answer given now would be lost. */
  disabled: boolean
}

/** A question about an earlier purchase. The answer is sent with the form beside it. */
export function RepeatQuestion({ problem, cartOf, disabled }: RepeatQuestionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { title, text, answers } = questionOf(problem)

  function send(answer: Answer) {
    const form = document.querySelector<HTMLFormElement>('form:has(input[name="cart"])')
    const cart = form?.querySelector<HTMLInputElement>('input[name="cart"]')
    if (!form || !cart) return
    cart.value = cartOf(answer)
    form.requestSubmit()
  }

  return (
    <section aria-labelledby="repeat-question" className="rounded-lg border border-copper bg-copper-soft p-5 sm:p-6">
      <h2 id="repeat-question" ref={heading} tabIndex={-1} className="text-lg font-semibold">
        {title}
      </h2>
      <p className="mt-1 text-md">{text}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {answers.map(({ answer, label }, index) => (
          <Button
            key={answer}
            variant={index === 0 ? 'primary' : 'secondary'}
            disabled={disabled}
            onClick={() => send(answer)}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  )
}

export type CheckoutErrors = Record<string, string>

type CheckoutFormProps = {
  /** Choices, code, key and the total shown to the buyer, as JSON. */
  cart: string
  /** Undefined until the cart is priced. */
  total: Pesos | undefined
  /** Whether the cart buys for several people: then the company is required. */
  isBusiness: boolean
  errors: CheckoutErrors
  /** The signed-in buyer: the stored input is restored for this user only. */
  buyer: { id: string; company: string | null }
  /** The buyer's earlier facturas, newest first. */
  remembered: readonly RememberedBilling[]
  /** The organisations in whose name the user buys. */
  organisations?: readonly Membership[]
  gateway: GatewayId
  /** Whether the gateway moves no money. */
  isTest: boolean
  pending: boolean
  disabled: boolean
}

/** The checkout form: tax document, company, accepted terms and the buy button (spec D11). */
export function CheckoutForm(props: CheckoutFormProps) {
  const {
    cart,
    total,
    isBusiness,
    errors,
    buyer,
    remembered,
    organisations = [],
    gateway,
    isTest,
    pending,
    disabled,
  } = props
  const isFree = total === 0
  const [draft, setDraft] = useState<CheckoutDraft>({})
  const { ref, field } = useForm(companyFields, { errors })
  useEffect(() => {
    setDraft(storedDraft(buyer.id))
  }, [buyer.id])
  // Fields read their initial value once: a new key remounts them when a draft was loaded. The terms stay as they were checked meanwhile.
  const version = Object.keys(draft).length > 0 ? 'stored' : 'new'
  const hold = (event: FormEvent) => {
    // Pressing Enter in a field submits the form without the button.
    if (pending || disabled) event.preventDefault()
  }
  return (
    <Form
      ref={ref}
      method="post"
      className="grid gap-6"
      noValidate
      onInput={event => {
        const form = new FormData(event.currentTarget)
        // Only a choice is kept: what is preselected follows the cart.
        if (!(event.target instanceof HTMLInputElement && event.target.name === 'document')) form.delete('document')
        keepDraft(buyer.id, form)
      }}
      onSubmit={hold}
    >
      <input type="hidden" name="cart" value={cart} />
      <BillingPanel
        key={`billing-${version}`}
        values={draft}
        errors={errors}
        preselected={isBusiness && !isFree ? 'factura' : 'boleta'}
        remembered={remembered}
      />
      {isBusiness && <OrganisationChoice organisations={organisations} />}
      {isBusiness && (
        <Panel
          key={`company-${version}`}
          title="Tu organización"
          description="Aparece en las invitaciones que envías a tu equipo."
        >
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...field('company_name', draft.company_name ?? buyer.company ?? remembered[0]?.billing_name)} />
            <TextField {...field('company_url', draft.company_url)} />
          </div>
        </Panel>
      )}
      {!isFree && <PaymentMethod gateway={gateway} isTest={isTest} />}
      <div className="grid gap-4">
        <TermsCheckbox error={errors.terms} isBusiness={isBusiness} />
        <PayNote total={total} />
      </div>
      {/* On phones the button stays in reach while the form is filled in, and has a place of its own at the end. */}
      <div
        data-purchase-bar
        className="max-lg:sticky max-lg:bottom-[var(--consent-height,0px)] max-lg:z-30 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:px-4 max-lg:pt-2.5 max-lg:pb-[max(0.625rem,env(safe-area-inset-bottom))] max-lg:sm:-mx-6 max-lg:sm:px-6"
      >
        <PayButton
          text={isFree ? 'Confirmar compra gratis' : total === undefined ? 'Pagar' : `Pagar ${formatPesos(total)}`}
          pending={pending}
          disabled={disabled}
          className="w-full lg:w-auto"
        />
      </div>
    </Form>
  )
}
