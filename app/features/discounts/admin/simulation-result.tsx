import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import { MODE_LABELS, type Quote } from '#app/features/cart/cart.ts'
import { noticeText } from '#app/features/cart/cart-texts.ts'
import { CartBreakdown, CartTotal } from '#app/features/cart/drawer/cart-totals.tsx'
import type { RuleVerdict, Simulation } from '#app/features/cart/quote-cart.server.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'

/** The label of each rule, as private.discount_rules names them. */
const RULES: Readonly<Record<string, string>> = {
  not_active: 'Está activo',
  not_yet_valid: 'Ya empezó',
  expired: 'No ha terminado',
  used_up: 'Le quedan usos',
  other_products: 'El carrito lleva un producto del código',
  already_used: 'El cliente no lo ha usado, si es una vez por cliente',
  below_minimum: 'El carrito llega a la compra mínima',
}

/** A simulated cart: its buyer's view, its price, and the result of every rule. */
export function SimulationResult({ code, simulation }: { code: string; simulation: Simulation }) {
  const { quote, rules } = simulation
  return (
    <div className="grid gap-6">
      {quote.discount ? (
        <Alert tone="success" title={`${quote.discount.code} descuenta ${formatPesos(quote.discount.amount)}`} />
      ) : (
        <Alert tone="warning" title="No descuenta nada">
          {quote.discount_problem ?? 'Ninguno de esos productos está a la venta.'}
        </Alert>
      )}
      {quote.notices.map((notice, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notices have no name and do not change places.
        <Alert key={at}>{noticeText(notice)}</Alert>
      ))}
      <ul className="divide-y divide-line text-md">
        {quote.lines.map(line => (
          <SimulatedLine key={`${line.product_id}/${line.mode}`} line={line} quote={quote} />
        ))}
      </ul>
      <div className="grid gap-3">
        <CartBreakdown quote={quote} />
        <CartTotal quote={quote} />
      </div>
      <section aria-labelledby="reglas">
        <h3 id="reglas" className="mb-2 font-semibold">
          Qué dice cada regla
        </h3>
        {rules.length === 0 ? (
          <p className="text-md text-muted">{`No hay ningún código ${code.toUpperCase()}, o está archivado.`}</p>
        ) : (
          <ul className="grid gap-2 text-md">
            {rules.map(rule => (
              <Rule key={rule.rule} {...rule} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

function SimulatedLine({ line, quote }: { line: Quote['lines'][number]; quote: Quote }) {
  const left = quote.discount?.productIds && !quote.discount.productIds.includes(line.product_id)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2">
      <span className="min-w-0">
        <span className="font-medium">{line.assessment.name}</span>
        <span className="block text-sm text-muted">
          {`${MODE_LABELS[line.mode]}, ${countOf(line.seats, 'persona', 'personas')}`}
        </span>
      </span>
      <span className="flex items-center gap-3 tabular-nums">
        {left && <Badge>Sin descuento</Badge>}
        <span>{formatPesos(line.total_clp)}</span>
      </span>
    </li>
  )
}

const Rule = ({ rule, passed, reason }: RuleVerdict) => (
  <li className="flex items-start gap-2.5">
    {passed ? (
      <CircleCheck aria-hidden="true" className="mt-[0.15em] size-[1.2em] flex-none text-good" />
    ) : (
      <CircleX aria-hidden="true" className="mt-[0.15em] size-[1.2em] flex-none text-poor" />
    )}
    <span>
      <span className="sr-only">{passed ? 'Se cumple: ' : 'No se cumple: '}</span>
      <span>{RULES[rule] ?? rule}</span>
      {!passed && <span className="block text-sm text-muted">{reason}</span>}
    </span>
  </li>
)
