import { type FormEvent, useEffect, useState } from 'react'
import { OrganisationChoice } from '#app/features/organisations/organisation-choice.tsx'
import type { Membership } from '#app/features/organisations/organisations.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { PaymentGateway } from '#app/platform/payments/gateway.ts'
import { companyFields } from './billing-fields.ts'
import { BillingPanel } from './billing-panel.tsx'
import { type CheckoutDraft, keepDraft, storedDraft } from './checkout-draft.ts'
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

/** How a purchase is paid. */
export type PayMethod = 'card' | 'transfer'

type MethodChoiceProps = { gateway: GatewayId; method: PayMethod; onChange: (method: PayMethod) => void }

/** A company chooses between its card and a transfer. */
const MethodChoice = ({ gateway, method, onChange }: MethodChoiceProps) => (
  <Panel title="Medio de pago">
    <RadioGroup
      legend="¿Cómo vas a pagar?"
      hideLegend
      name="method"
      variant="card"
      columns={2}
      value={method}
      onChange={value => onChange(value === 'transfer' ? 'transfer' : 'card')}
      options={[
        { value: 'card', label: METHODS[gateway].name, description: METHODS[gateway].text },
        {
          value: 'transfer',
          label: 'Transferencia',
          description: 'Guardamos tu compra con sus precios. Los accesos se activan cuando la recibimos.',
        },
      ]}
    />
  </Panel>
)

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
  method: PayMethod
  onMethod: (method: PayMethod) => void
  pending: boolean
  disabled: boolean
}

/** The id of the form, for the terms and the button beside it. */
const FORM = 'compra'

/** The checkout form: tax document, company and how it is paid (spec D11). `CheckoutEnd` belongs to it. */
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
    method,
    onMethod,
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
      id={FORM}
      ref={ref}
      method="post"
      className="grid min-w-0 gap-6"
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
      {!isFree &&
        (isBusiness ? (
          <MethodChoice gateway={gateway} method={method} onChange={onMethod} />
        ) : (
          <PaymentMethod gateway={gateway} isTest={isTest} />
        ))}
    </Form>
  )
}

/** What the button that buys says. @param total pesos; undefined until the cart is priced. */
function payText(total: Pesos | undefined, method: PayMethod): string {
  if (total === 0) return 'Confirmar compra gratis'
  if (total === undefined) return 'Pagar'
  return method === 'transfer' ? `Comprar y transferir ${formatPesos(total)}` : `Pagar ${formatPesos(total)}`
}

type CheckoutEndProps = Pick<CheckoutFormProps, 'total' | 'isBusiness' | 'errors' | 'method' | 'pending' | 'disabled'>

/**
 * The accepted terms and the button that buys. On wide screens they stand below the sum, which stays in view; on phones at the
 * end of the form, where the button stays in reach.
 */
export const CheckoutEnd = ({ total, isBusiness, errors, method, pending, disabled }: CheckoutEndProps) => (
  <>
    <div className="grid gap-3 max-lg:order-last">
      <TermsCheckbox form={FORM} error={errors.terms} isBusiness={isBusiness} />
      {method === 'transfer' && total !== 0 ? (
        <p className="text-sm text-pretty text-muted">
          Después verás los datos de la cuenta, el plazo y el número que debes escribir en la transferencia. También te
          los enviamos por correo.
        </p>
      ) : (
        <PayNote total={total} />
      )}
    </div>
    <div
      data-purchase-bar
      className="max-lg:sticky max-lg:bottom-0 max-lg:z-30 max-lg:order-last max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:px-4 max-lg:pt-2.5 max-lg:pb-[max(0.625rem,env(safe-area-inset-bottom))] max-lg:sm:-mx-6 max-lg:sm:px-6"
    >
      <PayButton form={FORM} text={payText(total, method)} pending={pending} disabled={disabled} className="w-full" />
    </div>
  </>
)
