import { Link, useNavigation, useSearchParams } from 'react-router'
import { isReturnProblem, RETURN_MESSAGES } from '#app/features/payments/attempts/attempts.ts'
import { BILLING_FIELDS } from '#app/features/payments/checkout/billing-fields.ts'
import { BillingPanel } from '#app/features/payments/checkout/billing-panel.tsx'
import { PayButton, PayNote, TermsCheckbox } from '#app/features/payments/checkout/pay-button.tsx'
import type { TopUpQuote } from '#app/features/payments/top-ups/top-up.ts'
import { parseTypedSeats } from '#app/features/pricing/seats.ts'
import { VatLine } from '#app/features/pricing/vat-line.tsx'
import { formatLongDate } from '#app/kernel/dates.ts'
import { countOf, formatInteger, formatPesos, partOf } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { useFocusOnError } from '#app/kit/forms/focus.ts'
import { typedValues } from '#app/kit/forms/form-answer.ts'
import { keepTypedInput } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useSubmit } from '#app/kit/forms/own-submit.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Sum, Sums } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { QuantityField, type QuantityParse } from '#app/kit/ui/quantity-field.tsx'
import { ItemPage } from '#app/layouts/account/account-page.tsx'
import { toPurchase } from '#app/layouts/account/purchase-page.tsx'
import type { Route } from './+types/more-seats'
import { buyMoreSeats, loadMoreSeats, type Refused } from './more-seats-data.server.ts'

/** How the price of more seats is calculated, with the tax included (spec D7). */
function TopUpSums({ quote, vatText }: { quote: TopUpQuote; vatText: string }) {
  const { larger_clp, charged_clp, total_clp, net_clp, vat_clp, seats } = quote
  // Above 0 where the seats alone would cost less than the difference; below 0 where more was paid than the larger
  // count costs.
  const left = larger_clp - charged_clp - total_clp
  return (
    <>
      <Sums>
        <Sum label={`Precio de ${countOf(seats, 'persona', 'personas')} hoy`} value={formatPesos(larger_clp)} />
        <Sum label="Precio de lista de lo que ya compraste" value={formatPesos(pesos(-charged_clp))} />
        {left > 0 && <Sum label="Tope: no pagas más que comprándolos aparte" value={formatPesos(pesos(-left))} />}
        {left < 0 && <Sum label="Diferencia que no se devuelve" value={formatPesos(pesos(-left))} variant="muted" />}
        <Sum label={`Total a pagar (${vatText})`} value={formatPesos(total_clp)} variant="total" />
      </Sums>
      <VatLine net={net_clp} vat={vat_clp} className="mt-1.5" />
    </>
  )
}

export const meta: Route.MetaFunction = () => [{ title: 'Agregar asientos · Alhena' }]

export const loader = (args: Route.LoaderArgs) => loadMoreSeats(args)
export const action = (args: Route.ActionArgs) => buyMoreSeats(args)

/** Typed input stays on screen when no response arrives. */
export const clientAction = (args: Route.ClientActionArgs) =>
  keepTypedInput(
    args,
    (form): Refused => ({
      text: 'La tienda no respondió y no sabemos si tu compra alcanzó a llegar. Lo que escribiste sigue aquí: inténtalo otra vez; si ya había llegado, no se repite.',
      errors: {},
      values: typedValues(form, BILLING_FIELDS),
    }),
  )

const NO_ERRORS = {}

export default function MoreSeatsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, quote, refusal } = loaderData
  const returned = useSearchParams()[0].get('pago')
  const { state, formMethod } = useNavigation()
  const pending = state !== 'idle' && formMethod === 'POST'
  const pricing = state !== 'idle' && formMethod === 'GET'
  const refused = pending || !actionData?.text ? undefined : actionData
  const used = partOf(item.used_seats, item.seats, 'asiento usado', 'asientos usados')
  return (
    <ItemPage title="Agregar asientos" description={`${item.name} · ${used}`} back={toPurchase(item.id)}>
      <div className="grid gap-6 not-empty:mb-8">
        {isReturnProblem(returned) && !pending && !actionData && (
          <Alert tone="warning" title="El pago no se realizó">
            {RETURN_MESSAGES[returned]}
          </Alert>
        )}
        {refused && (
          <Alert tone="error" title="No agregamos los asientos">
            <span>{refused.text}</span>{' '}
            {refused.order && <Link to={`/account/orders/${refused.order}`}>{`Ver la orden ${refused.order}`}</Link>}
          </Alert>
        )}
        {refusal && (
          <Alert
            tone="warning"
            actions={
              <ButtonLink size="sm" variant="secondary" to={`/account/items/${item.id}/participants`}>
                Ver personas
              </ButtonLink>
            }
          >
            {refusal}
          </Alert>
        )}
      </div>
      {!refusal && (
        <div className="grid items-start gap-8 lg:grid-cols-2">
          <Count loaderData={loaderData} />
          {quote && (
            <Purchase
              loaderData={loaderData}
              quote={quote}
              values={actionData?.values ?? loaderData.billing}
              errors={actionData?.errors ?? NO_ERRORS}
              pending={pending}
              disabled={pricing}
            />
          )}
        </div>
      )}
    </ItemPage>
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** The count whose price is loading: the next click on a button continues from there. */
function usePendingCount(): number | undefined {
  const { location, formMethod } = useNavigation()
  const requested = formMethod === 'GET' ? new URLSearchParams(location.search).get('mas') : null
  return requested === null ? undefined : Number(requested)
}

/** The number of seats; each count has its own address, so that the server prices it and the back button works. */
function Count({ loaderData: { item, quote, vatText, max, countProblem, clamped } }: { loaderData: Loaded }) {
  const submit = useSubmit()
  const more = usePendingCount() ?? quote?.more ?? 1
  const choose = (count: number) =>
    void submit({ mas: String(count) }, { method: 'get', replace: true, preventScrollReset: true })
  const parse = (text: string): QuantityParse => {
    const typed = parseTypedSeats(text, { allowBusiness: true, minSeats: 1, maxSeats: max })
    return typed.ok ? { ok: true, value: typed.seats } : typed
  }
  return (
    <Panel
      title="¿Cuántos asientos más?"
      description="Pagas la diferencia con el precio de la cantidad mayor: nunca más que comprándolos aparte."
    >
      <Form method="get" preventScrollReset className="flex flex-wrap items-end gap-4">
        <QuantityField
          label="Asientos que agregas"
          showLabel
          name="mas"
          value={more}
          min={1}
          max={max}
          parse={parse}
          onCommit={choose}
          decreaseLabel="Un asiento menos"
          increaseLabel="Un asiento más"
        />
        <noscript>
          <Button type="submit" variant="secondary">
            Calcular
          </Button>
        </noscript>
      </Form>
      <p aria-live="polite" className="mt-3 text-md text-muted">
        {`${quote ? `Quedarás con ${countOf(quote.seats, 'asiento', 'asientos')}. ` : ''}${clamped ? `Puedes agregar ${countOf(max, 'asiento', 'asientos')} como máximo.` : ''}`}
      </p>
      {countProblem && (
        <Alert tone="error" className="mt-3">
          {countProblem}
        </Alert>
      )}
      {quote?.cheaper && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-copper-soft py-2 pr-2 pl-3.5 text-md">
          <p className="min-w-0 tabular-nums">
            <span>{`Con ${formatInteger(quote.cheaper.more)} más pagas menos:`}</span>{' '}
            <strong className="font-semibold">{`ahorras ${formatPesos(quote.cheaper.savingClp)}`}</strong>
          </p>
          <ButtonLink
            variant="secondary"
            size="sm"
            to={`?mas=${quote.cheaper.more}`}
            replace
            preventScrollReset
            className="tabular-nums"
          >
            {`Cambiar a ${formatInteger(quote.cheaper.more)}`}
          </ButtonLink>
        </div>
      )}
      <div className="mt-6">{quote && <TopUpSums quote={quote} vatText={vatText} />}</div>
      <p className="mt-5 text-sm text-muted">
        {`Quienes invites podrán responder hasta el ${formatLongDate(item.expires_at)}, como el resto de esta compra. Los códigos de descuento no se aplican a los asientos adicionales.`}
      </p>
    </Panel>
  )
}

type PurchaseProps = {
  loaderData: Loaded
  quote: NonNullable<Loaded['quote']>
  values: Record<string, string>
  errors: Record<string, string>
  pending: boolean
  /** While the price of another count is loading. */
  disabled: boolean
}

/** The billing data, the accepted terms, and the buy button. */
function Purchase({ loaderData: { item, key }, quote, values, errors, pending, disabled }: PurchaseProps) {
  const form = useFocusOnError(errors)
  const { total_clp, more } = quote
  const seats = countOf(more, 'asiento', 'asientos')
  return (
    <Form ref={form} method="post" noValidate className="grid gap-6">
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="more" value={more} />
      <input type="hidden" name="from" value={item.seats} />
      <input type="hidden" name="expected_total_clp" value={total_clp} />
      {total_clp === 0 ? (
        // Nothing is charged, so there is nothing to document.
        <input type="hidden" name="document" value="boleta" />
      ) : (
        <BillingPanel values={values} errors={errors} />
      )}
      <TermsCheckbox error={errors.terms} isBusiness />
      <div className="grid justify-items-start gap-3">
        <PayButton
          text={total_clp === 0 ? `Agregar ${seats} sin costo` : `Pagar ${formatPesos(total_clp)} por ${seats}`}
          pending={pending}
          disabled={disabled}
        />
        <PayNote total={total_clp} then=" Los asientos quedan disponibles apenas se confirme." />
      </div>
    </Form>
  )
}
