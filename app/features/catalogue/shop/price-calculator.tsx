import { type Ref, useId, useState } from 'react'
import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { CheaperOffer } from '#app/features/cart/drawer/cheaper-offer.tsx'
import type { SeatTerms } from '#app/features/pricing/pricing.ts'
import { parseTypedSeats } from '#app/features/pricing/seats.ts'
import { VatLine } from '#app/features/pricing/vat-line.tsx'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import { pesos, splitVat } from '#app/kernel/money.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { QuantityField, type QuantityParse } from '#app/kit/ui/quantity-field.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { serverHtml } from '#app/platform/http/server-html.tsx'
import { seatStops, stopIndex } from './seat-stops.ts'
import type { Purchase } from './use-purchase.ts'

const PurchasePromises = serverHtml(() => import('./purchase-promises.tsx'))

type PriceCalculatorProps = {
  purchase: Purchase
  sale: { vatText: string; accessDays: number }
  /** The buy button; a bar replaces it while it is out of view. */
  buttonRef: Ref<HTMLButtonElement>
}

/** The price of a purchase, for oneself or for several, and the buttons that buy. */
export function PriceCalculator({ purchase, sale, buttonRef }: PriceCalculatorProps) {
  const { terms, modes, mode, seats, price, cheaper } = purchase
  const { net, vat } = splitVat(price.totalClp)
  return (
    <section aria-labelledby="precio" className="rounded-lg border border-line bg-surface p-5 sm:p-6">
      <h2 id="precio" className="sr-only">
        Calcula tu precio
      </h2>
      {modes.length > 1 ? (
        <RadioGroup
          legend="¿Para quién es?"
          name="mode"
          variant="card"
          columns={2}
          value={mode}
          onChange={value => purchase.chooseMode(value === 'business' ? 'business' : 'self')}
          options={[
            { value: 'self', label: MODE_LABELS.self, description: '1 persona' },
            { value: 'business', label: MODE_LABELS.business, description: 'Varias personas' },
          ]}
        />
      ) : (
        <p className="text-md">
          <span className="font-medium">{MODE_LABELS[mode]}</span>
          <span className="text-muted">
            {mode === 'self' ? ' · 1 persona' : ` · de ${terms.minSeats} a ${terms.maxSeats} personas`}
          </span>
        </p>
      )}
      {mode === 'business' && <SeatPicker terms={terms} seats={seats} onChange={purchase.chooseSeats} />}
      <div className="mt-5 border-t border-line pt-5">
        <div aria-live="polite" aria-atomic="true">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="text-4xl leading-none font-semibold tracking-tighter tabular-nums">
              {formatPesos(price.totalClp)}
            </span>
            <span className="text-md text-muted">{sale.vatText}</span>
          </p>
          {seats > 1 && (
            <p className="mt-2 text-md text-muted tabular-nums">
              {`${formatPesos(pesos(Math.round(price.totalClp / seats)))} por persona`}
            </p>
          )}
        </div>
        <dl className="mt-4 grid gap-1.5 text-md tabular-nums">
          <Line term="Precio base (primera persona)" value={formatPesos(price.basePriceClp)} />
          {seats > 1 && (
            <Line
              term={`${countOf(seats - 1, 'persona más', 'personas más')}, al ${price.perExtraRate * 100} % del precio base`}
              value={formatPesos(pesos(price.totalClp - price.basePriceClp))}
            />
          )}
        </dl>
        <VatLine net={net} vat={vat} className="mt-2" />
        {cheaper && <CheaperOffer offer={cheaper} onTake={() => purchase.chooseSeats(cheaper.seats)} />}
        <Button ref={buttonRef} size="lg" className="mt-5 w-full print:hidden" onClick={purchase.buyNow}>
          Comprar ahora
        </Button>
        <div className="mt-2 grid grid-cols-2 gap-2 print:hidden">
          <Button
            variant="secondary"
            size="sm"
            onPointerEnter={purchase.preload}
            onFocus={purchase.preload}
            onClick={purchase.addToCart}
          >
            Agregar al carrito
          </Button>
          <Button variant="secondary" size="sm" onClick={purchase.askForQuotation}>
            Pedir cotización
          </Button>
        </div>
        <noscript>
          <p className="mt-3 text-sm text-muted">Para comprar, activa JavaScript en tu navegador.</p>
        </noscript>
        <PurchasePromises accessDays={sale.accessDays} />
      </div>
    </section>
  )
}

const Line = ({ term, value }: { term: string; value: string }) => (
  <div className="flex justify-between gap-4">
    <dt>{term}</dt>
    <dd className="flex-none">{value}</dd>
  </div>
)

type SeatPickerProps = { terms: SeatTerms; seats: number; onChange: (seats: number) => void }

/** The number of people: a field for an exact count and a slider (spec D8 for limits and messages). */
function SeatPicker({ terms, seats, onChange }: SeatPickerProps) {
  const id = useId()
  const [notice, setNotice] = useState<string>()
  const stops = seatStops(terms.minSeats, terms.maxSeats)
  const choose = (count: number) => {
    setNotice(undefined)
    onChange(count)
  }
  const parse = (text: string): QuantityParse => {
    const typed = parseTypedSeats(text, terms)
    if (!typed.ok) return typed
    setNotice(
      typed.clamped
        ? `Ajustamos la cantidad: este producto se compra para entre ${terms.minSeats} y ${terms.maxSeats} personas.`
        : undefined,
    )
    return { ok: true, value: typed.seats }
  }
  return (
    <div className="mt-5">
      <div className="flex items-start justify-between gap-4">
        <label htmlFor={id} className="pt-2.5 text-md font-semibold">
          ¿Cuántas personas?
        </label>
        <QuantityField
          label="Personas"
          value={seats}
          min={terms.minSeats}
          max={terms.maxSeats}
          parse={parse}
          onCommit={onChange}
          decreaseLabel="Una persona menos"
          increaseLabel="Una persona más"
        />
      </div>
      {stops.length > 1 && (
        <input
          id={id}
          type="range"
          min={0}
          max={stops.length - 1}
          value={stopIndex(stops, seats)}
          aria-valuetext={countOf(seats, 'persona', 'personas')}
          onChange={event => choose(stops[Number(event.currentTarget.value)] ?? seats)}
          className="mt-3 block h-6 w-full pointer-coarse:h-11"
        />
      )}
      <p className="flex justify-between text-xs text-muted tabular-nums" aria-hidden="true">
        <span>{formatInteger(terms.minSeats)}</span>
        <span>{formatInteger(terms.maxSeats)}</span>
      </p>
      <p role="status" className="text-sm text-fair-ink empty:hidden">
        {notice}
      </p>
    </div>
  )
}
