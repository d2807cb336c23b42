import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { useCart } from '#app/features/cart/cart-context.ts'
import { CheaperOffer } from '#app/features/cart/cheaper-offer.tsx'
import type { AssessmentCard } from '#app/features/catalogue/catalogue.ts'
import { allowsMode, cheaperSeats, clampSeats, type Mode, priceOf } from '#app/features/pricing/pricing.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { pesos, splitVat } from '#app/kernel/money.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { useAddToCart } from './add-to-cart.tsx'
import { firstChoice, seatTermsOf } from './first-choice.ts'
import { PriceTable } from './price-table.tsx'
import { SeatPicker } from './seat-picker.tsx'

/** What a purchase costs, for oneself or for several, and the way into the cart. The server prices again (decision 1). */
export function PriceCalculator({ product }: { product: AssessmentCard }) {
  const terms = seatTermsOf(product)
  const [choice, setChoice] = useState(() => firstChoice(product))
  const addToCart = useAddToCart()
  const { preload } = useCart()
  const { mode, seats } = choice
  const price = priceOf({ basePriceClp: product.base_price_clp, mode, seats })
  const { net, vat } = splitVat(price.totalClp)
  const cheaper = mode === 'business' ? cheaperSeats(product.base_price_clp, seats, terms.maxSeats) : undefined
  const modes = (['self', 'business'] as const).filter(known => allowsMode(terms, known))

  return (
    <section aria-labelledby="precio" className="rounded-lg border border-line bg-surface p-5 sm:p-6">
      <h2 id="precio" className="sr-only">
        Calcula tu precio
      </h2>
      {modes.length > 1 ? (
        <RadioGroup
          legend="¿Para quién es?"
          name="mode"
          look="card"
          columns={2}
          value={mode}
          onChange={value => {
            const next: Mode = value === 'business' ? 'business' : 'self'
            setChoice({ mode: next, seats: clampSeats(terms, next, next === 'self' ? 1 : Math.max(2, seats)) })
          }}
          options={[
            { value: 'self', label: MODE_LABELS.self, description: '1 persona' },
            {
              value: 'business',
              label: MODE_LABELS.business,
              description: 'Varias personas',
            },
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
      {mode === 'business' && (
        <SeatPicker terms={terms} seats={seats} onChange={count => setChoice({ mode, seats: count })} />
      )}
      <div className="mt-5 border-t border-line pt-5">
        <div aria-live="polite" aria-atomic="true">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="text-4xl leading-none font-semibold tracking-tighter tabular-nums">
              {formatPesos(price.totalClp)}
            </span>
            <span className="text-md text-muted">IVA incluido</span>
          </p>
          {seats > 1 && (
            <p className="mt-2 text-md text-muted tabular-nums">
              {formatPesos(pesos(Math.round(price.totalClp / seats)))} por persona
            </p>
          )}
        </div>
        <dl className="mt-4 grid gap-1.5 text-md tabular-nums">
          <Line term="Precio base (primera persona)" value={formatPesos(product.base_price_clp)} />
          {seats > 1 && (
            <Line
              term={`${countOf(seats - 1, 'persona más', 'personas más')}, al ${price.perExtraRate * 100} % del precio base`}
              value={formatPesos(pesos(price.totalClp - product.base_price_clp))}
            />
          )}
          <Line term="Neto" value={formatPesos(net)} quiet />
          <Line term="IVA 19 %" value={formatPesos(vat)} quiet />
        </dl>
        {cheaper && <CheaperOffer offer={cheaper} onTake={() => setChoice({ mode, seats: cheaper.seats })} />}
        <Button
          size="lg"
          className="mt-5 w-full"
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => addToCart({ product_id: product.id, mode, seats })}
        >
          Agregar al carrito
        </Button>
        <noscript>
          <p className="mt-3 text-sm text-muted">Para comprar, activa JavaScript en tu navegador.</p>
        </noscript>
        <ul className="mt-4 grid gap-1.5 text-sm text-muted">
          {['Boleta o factura', 'Acceso por 180 días desde la compra', 'Sin suscripción: pagas una sola vez'].map(
            text => (
              <li key={text} className="flex items-center gap-2">
                <Check aria-hidden="true" className="size-4 flex-none text-good" />
                {text}
              </li>
            ),
          )}
        </ul>
      </div>
      {terms.allowBusiness && <PriceTable basePriceClp={product.base_price_clp} terms={terms} />}
    </section>
  )
}

const Line = ({ term, value, quiet }: { term: string; value: string; quiet?: boolean }) => (
  <div className={quiet ? 'flex justify-between gap-4 text-muted' : 'flex justify-between gap-4'}>
    <dt>{term}</dt>
    <dd className="flex-none">{value}</dd>
  </div>
)
