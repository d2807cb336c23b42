import { useState } from 'react'
import { useNavigation } from 'react-router'
import { MAX_CODE, MODE_LABELS, type Quote } from '#app/features/cart/cart.ts'
import { noticeKey } from '#app/features/cart/cart-notices.ts'
import { noticeText } from '#app/features/cart/cart-texts.ts'
import { BoughtLines } from '#app/features/cart/drawer/bought-lines.tsx'
import { CartBreakdown, CartTotal } from '#app/features/cart/drawer/cart-totals.tsx'
import type { BILLING_FIELDS } from '#app/features/payments/checkout/billing-fields.ts'
import { BillingPanel } from '#app/features/payments/checkout/billing-panel.tsx'
import { type HandLine, lineNames } from '#app/features/payments/manual/resolution.ts'
import { quotedOrderFields } from '#app/features/payments/manual/staff-order.ts'
import { transferOnlyText } from '#app/features/pricing/card-minimum.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { SearchSelectField } from '#app/kit/lists/search-select.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'

type BillingValues = Partial<Record<(typeof BILLING_FIELDS)[number] | 'company_name', string | null>>

type HandOrder = {
  key: string
  client: { id: string; company: string | null }
  billing: BillingValues | undefined
  products: readonly { id: string; name: string }[]
  lines: readonly HandLine[]
  code: string
}

const MODES = [
  { value: 'business', label: MODE_LABELS.business },
  { value: 'self', label: MODE_LABELS.self },
]

/** What is bought: products with their persons, and a code. The address keeps it, so that it can be corrected. */
export function HandLines({ order: { client, products, lines, code } }: { order: HandOrder }) {
  const used = lines.findLastIndex(({ product }) => product !== '') + 1
  const [shown, setShown] = useState(Math.max(1, used))
  return (
    <Panel title="Qué compra">
      <Form method="get" preventScrollReset className="grid gap-5">
        <input type="hidden" name="cliente" value={client.id} />
        {lines.map((line, index) => (
          // Without scripts all lines are there.
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name.
          <div key={index} className={index < shown ? undefined : 'scripted:hidden'}>
            <LineFields line={line} number={index + 1} products={products} />
          </div>
        ))}
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label="Código de descuento"
            name="codigo"
            optional
            defaultValue={code}
            most={MAX_CODE}
            autoComplete="off"
            className="max-w-60"
          />
          {shown < lines.length && (
            <Button
              type="button"
              variant="secondary"
              className="hidden scripted:inline-flex"
              onClick={() => setShown(shown + 1)}
            >
              Agregar otro producto
            </Button>
          )}
          <Button type="submit">Calcular el precio</Button>
        </div>
      </Form>
    </Panel>
  )
}

type LineFieldsProps = { line: HandLine; number: number; products: HandOrder['products'] }

function LineFields({ line, number, products }: LineFieldsProps) {
  const names = lineNames(number)
  const [mode, setMode] = useState(line.mode === 'self' ? 'self' : 'business')
  return (
    <fieldset className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_9rem_7rem]">
      <legend className="sr-only">{`Producto ${number}`}</legend>
      <SearchSelectField
        label="Producto"
        name={names.product}
        all="Ninguno"
        from="/admin/options/products-on-sale"
        placeholder="Selecciona…"
        defaultValue={line.product ?? ''}
        options={products.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        label="Modo"
        name={names.mode}
        value={mode}
        onChange={event => setMode(event.target.value === 'self' ? 'self' : 'business')}
        options={MODES}
      />
      <TextField
        label="Personas"
        name={names.seats}
        inputMode="numeric"
        defaultValue={line.seats}
        // One person buys for themselves.
        className={mode === 'self' ? 'invisible' : undefined}
      />
    </fieldset>
  )
}

/** The order at the shop's prices, and what had to be changed. */
export function HandQuote({ quote }: { quote: Quote }) {
  return (
    <Panel title="Detalle">
      {(quote.notices.length > 0 || quote.discount_problem !== null) && (
        <Alert tone="warning" className="mb-5">
          <ul className="grid gap-1.5">
            {quote.notices.map(notice => (
              <li key={noticeKey(notice)}>{noticeText(notice)}</li>
            ))}
            {quote.discount_problem !== null && <li>{quote.discount_problem}</li>}
          </ul>
        </Alert>
      )}
      {quote.lines.length === 0 ? (
        <p className="text-md text-muted">No queda nada que comprar.</p>
      ) : (
        <>
          <BoughtLines
            lines={quote.lines.map(({ product_id, assessment, mode, seats, total_clp }) => ({
              id: product_id,
              name: assessment.name,
              mode,
              seats,
              price: total_clp,
            }))}
          />
          <div className="mt-4 grid gap-3 border-t border-line pt-4">
            <CartBreakdown quote={quote} />
            <CartTotal quote={quote} smallText={transferOnlyText} />
          </div>
        </>
      )}
    </Panel>
  )
}

type HandOrderFormProps = {
  order: HandOrder
  quote: Quote
  answer:
    | Pick<FormAnswer<string, (typeof BILLING_FIELDS)[number] | keyof typeof quotedOrderFields>, 'errors' | 'values'>
    | undefined
}

/** Whom the document is for, as the client's last purchase had it, and how long the order waits. */
export function HandOrderForm({ order: { key, client, billing, code }, quote, answer }: HandOrderFormProps) {
  const sending = useNavigation().formMethod === 'POST'
  const { ref, field } = useForm(quotedOrderFields, answer)
  const errors = answer?.errors ?? {}
  const known = Object.fromEntries(Object.entries(billing ?? {}).filter(([, value]) => value !== null))
  return (
    <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-6">
      <input type="hidden" name="intent" value="order" />
      <input type="hidden" name="client" value={client.id} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="total" value={quote.total_clp} />
      <input type="hidden" name="code" value={code} />
      {/* The lines as they are priced, which may be others than those typed. */}
      {quote.lines.map(({ product_id, mode, seats }, index) => {
        const names = lineNames(index + 1)
        return (
          <div key={`${product_id}/${mode}`} hidden>
            <input type="hidden" name={names.product} value={product_id} />
            <input type="hidden" name={names.mode} value={mode} />
            <input type="hidden" name={names.seats} value={seats} />
          </div>
        )
      })}
      <BillingPanel values={answer?.values ?? known} errors={errors} />
      <Panel title="Pago">
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField {...field('days', '30')} />
          <TextField {...field('company_name', billing?.company_name ?? client.company)} />
        </div>
        <Checkbox
          className="mt-5"
          label="El cliente aceptó por escrito la compra, las condiciones de compra y, si invita a otras personas, el contrato de encargo"
          name="accepted"
          error={errors.accepted}
        />
      </Panel>
      <Button
        type="submit"
        className="justify-self-start"
        pending={sending}
        pendingLabel="Creando…"
        disabled={quote.discount_problem !== null}
      >
        {`Crear la orden por ${formatPesos(quote.total_clp)}`}
      </Button>
    </Form>
  )
}
