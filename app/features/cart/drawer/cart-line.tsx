import Trash2 from 'lucide-react/icons/trash-2'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { type CartChoice, MEASURES_AGAIN, MODE_LABELS, type QuotedLine, termsOf } from '#app/features/cart/cart.ts'
import { useCart } from '#app/features/cart/cart-context.ts'
import { productPath, TYPE_LABELS } from '#app/features/catalogue/catalogue.ts'
import { ProductCover } from '#app/features/catalogue/pictures/product-cover.tsx'
import { allowsMode, MAX_SEATS, type Mode } from '#app/features/pricing/pricing.ts'
import { parseTypedSeats } from '#app/features/pricing/seats.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { QuantityField, type QuantityParse } from '#app/kit/ui/quantity-field.tsx'
import { Skeleton, SkeletonGroup } from '#app/kit/ui/skeleton.tsx'
import { notify } from '#app/kit/ui/toast.ts'
import { staleClasses } from './cart-totals.tsx'
import { CheaperOffer } from './cheaper-offer.tsx'

type LineSeatsProps = { choice: CartChoice; index: number; assessment: QuotedLine['assessment'] }

/** Seat count in business mode (specification 1, sections 2 and 5; spec D8). */
function LineSeats({ choice, index, assessment }: LineSeatsProps) {
  const { updateAt } = useCart()
  const terms = termsOf(assessment)
  const min = Math.max(1, terms.minSeats)
  const max = Math.min(terms.maxSeats, MAX_SEATS)

  const parse = (text: string): QuantityParse => {
    const typed = parseTypedSeats(text, terms)
    if (!typed.ok) return typed
    if (typed.clamped) {
      notify({
        title: `Ajustamos la cantidad a ${countOf(typed.seats, 'persona', 'personas')}`,
        description: `${assessment.name} se compra para entre ${min} y ${max} personas.`,
      })
    }
    return { ok: true, value: typed.seats }
  }
  return (
    <QuantityField
      label={`Personas para ${assessment.name}`}
      value={choice.seats}
      min={min}
      max={max}
      parse={parse}
      onCommit={seats => updateAt(index, { seats })}
      decreaseLabel={`Una persona menos para ${assessment.name}`}
      increaseLabel={`Una persona más para ${assessment.name}`}
    />
  )
}

const MODES: readonly Mode[] = ['self', 'business']

type ModeSwitchProps = { choice: CartChoice; index: number; assessment: QuotedLine['assessment'] }

/** A switch where the product allows both modes, else the name of its mode. */
function ModeSwitch({ choice, index, assessment }: ModeSwitchProps) {
  const { choices, updateAt } = useCart()
  const name = useId()
  // Seats come back after a look at the other mode.
  const seats = useRef<Partial<Record<Mode, number>>>({})
  const terms = termsOf(assessment)
  if (!MODES.every(mode => allowsMode(terms, mode))) {
    return <p className="text-md text-muted">{MODE_LABELS[choice.mode]}</p>
  }
  const change = (mode: Mode) => {
    if (choices.some(other => other.product_id === choice.product_id && other.mode === mode)) {
      notify({
        title: 'Ahora es una sola línea',
        description: `${assessment.name} ya estaba en tu carrito en modo ${MODE_LABELS[mode]}.`,
      })
    }
    seats.current[choice.mode] = choice.seats
    updateAt(index, { mode, seats: seats.current[mode] ?? terms.minSeats })
  }
  return (
    <fieldset>
      <legend className="sr-only">{`Modo de compra de ${assessment.name}`}</legend>
      <div className="inline-grid grid-cols-2 rounded-md bg-ink/6 p-1">
        {MODES.map(mode => (
          <label
            key={mode}
            className="flex min-h-9 cursor-pointer items-center justify-center rounded-sm px-3.5 text-md text-muted transition-colors hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-[inset_0_0_0_1px_var(--color-control)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-copper pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              value={mode}
              checked={choice.mode === mode}
              onChange={() => change(mode)}
              className="sr-only"
            />
            <span>{MODE_LABELS[mode]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type CartLineProps = {
  choice: CartChoice
  index: number
  onRemove: (index: number, name: string) => void
  /** Called when a link leads to another page. */
  onLeave: () => void
}

/**
 * The last quote's line for a choice, or for another choice of the same product, which has its name and limits but not
 * its price.
 */
function quotedFor(choice: CartChoice, lines: readonly QuotedLine[]): { line: QuotedLine; exact: boolean } | undefined {
  const same = lines.filter(line => line.product_id === choice.product_id)
  const own = same.find(line => line.mode === choice.mode)
  const line = own ?? same[0]
  return line && { line, exact: own !== undefined && own.seats === choice.seats }
}

/** One product in the drawer: name, mode, seats and price. */
export function CartLine({ choice, index, onRemove, onLeave }: CartLineProps) {
  const { quote, quoteState, updateAt } = useCart()
  const quoted = quotedFor(choice, quote?.lines ?? [])
  if (!quoted) return <UnquotedLine onRemove={() => onRemove(index, 'el producto')} failed={quoteState === 'error'} />
  const { line, exact } = quoted
  const { slug, name, type, category_slug, image_url } = line.assessment
  return (
    <li className="py-5">
      <div className="flex items-start gap-4">
        <div className="w-20 flex-none overflow-hidden rounded-sm">
          <ProductCover slug={slug} categorySlug={category_slug} imageUrl={image_url} />
        </div>
        <div className="min-w-0 flex-1">
          <p className="text-sm text-muted">{TYPE_LABELS[type]}</p>
          <h3 className="text-base leading-snug text-pretty">
            <Link to={productPath(slug)} onClick={onLeave} className="underline-offset-4 hover:underline">
              {name}
            </Link>
          </h3>
          {choice.repeats !== undefined && <p className="text-sm text-muted">{MEASURES_AGAIN}</p>}
        </div>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Quitar ${name}`}
          onClick={() => onRemove(index, name)}
          className="-mt-2 -mr-2 text-muted"
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="grid justify-items-start gap-3">
          <ModeSwitch choice={choice} index={index} assessment={line.assessment} />
          {choice.mode === 'business' ? (
            <LineSeats choice={choice} index={index} assessment={line.assessment} />
          ) : (
            <p className="text-md text-muted">1 persona</p>
          )}
        </div>
        <p
          aria-busy={!exact || undefined}
          className={classNames('ml-auto text-right tabular-nums', staleClasses(!exact))}
        >
          <span className="block text-lg leading-tight font-semibold">{formatPesos(line.total_clp)}</span>
          <span className="block text-sm text-muted">{quote?.vat_text}</span>
          {line.seats > 1 && (
            <span className="block text-sm text-muted">
              {`${formatPesos(pesos(Math.round(line.total_clp / line.seats)))} por persona`}
            </span>
          )}
        </p>
      </div>
      {exact && line.cheaper && (
        <CheaperOffer
          offer={line.cheaper}
          onTake={event => {
            // The offer disappears once accepted. The focus moves to the name, because focusing the field would open a
            // phone's keyboard.
            event.currentTarget.closest('li')?.querySelector<HTMLElement>('h3 a')?.focus()
            if (line.cheaper) updateAt(index, { seats: line.cheaper.seats })
          }}
        />
      )}
    </li>
  )
}

function UnquotedLine({ onRemove, failed }: { onRemove: () => void; failed: boolean }) {
  if (!failed) {
    return (
      <li className="py-5">
        <SkeletonGroup label="Cargando el producto…" className="flex gap-4">
          <Skeleton className="h-10 w-20 flex-none" />
          <div className="grid flex-1 gap-2.5">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-11 w-36" />
          </div>
        </SkeletonGroup>
      </li>
    )
  }
  return (
    <li className="flex items-center justify-between gap-4 py-5 text-muted">
      <span>Un producto sin precio por ahora</span>
      <Button variant="ghost" size="icon" aria-label="Quitar el producto" onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </Button>
    </li>
  )
}
