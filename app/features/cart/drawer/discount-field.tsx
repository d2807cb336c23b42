import Tag from 'lucide-react/icons/tag'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { MAX_CODE, type QuotedLine } from '#app/features/cart/cart.ts'
import { useCart } from '#app/features/cart/cart-context.ts'
import { appliedMessage, REMOVED_TITLE, refusalMessage } from '#app/features/discounts/discount-admin.ts'
import { normalizeCode } from '#app/features/discounts/typed-code.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { notify } from '#app/kit/ui/toast.ts'

/** The discount code: a field while none is stored, then the code with its discount, or why it does not apply. */
export function DiscountField() {
  const { code } = useCart()
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(code)
  useEffect(() => {
    // Field and code replace each other: the focus moves from one to the other's button.
    if (before.current === code) return
    before.current = code
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus()
  }, [code])
  return (
    <div ref={box} className="py-5">
      {code === null ? <CodeForm /> : <StoredCode code={code} />}
    </div>
  )
}

function CodeForm() {
  const { applyCode } = useCart()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)

  const apply = async () => {
    setPending(true)
    const answer =
      normalizeCode(typed) === ''
        ? { ok: false as const, error: refusalMessage({ code: 'required' }) }
        : await applyCode(typed)
    setPending(false)
    if (answer.ok) {
      const { discount } = answer.quote
      if (discount) notify({ ...appliedMessage(discount.amount), tone: 'success' })
    } else {
      setError(answer.error.description)
      notify({ ...answer.error, tone: 'error' })
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!pending) void apply()
  }
  return (
    <form onSubmit={onSubmit} noValidate className="flex items-start gap-2">
      <TextField
        label="Código de descuento"
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value)
          setError(undefined)
        }}
        error={error}
        most={MAX_CODE}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="flex-1"
      />
      {/* As high as the label above the field. */}
      <Button type="submit" variant="secondary" pending={pending} className="mt-[1.775rem] flex-none">
        Aplicar
      </Button>
    </form>
  )
}

function StoredCode({ code }: { code: string }) {
  const { quote, quoteState, removeCode } = useCart()
  const remove = () => {
    removeCode()
    notify({ title: REMOVED_TITLE })
  }
  const applied = quote?.discount?.code === code ? quote.discount : null
  const problem = quoteState === 'idle' ? quote?.discount_problem : null
  return (
    <>
      <div className="flex items-center gap-3 rounded-md border border-line py-1 pr-1.5 pl-3.5 text-md">
        <Tag aria-hidden="true" className="size-4 flex-none text-copper" />
        <p className="min-w-0 flex-1 tabular-nums">
          <span className="sr-only">Código de descuento: </span>
          <span className="font-medium">{code}</span>
          {applied && <span className="text-muted">{`: descuento de ${formatPesos(applied.amount)}`}</span>}
        </p>
        <Button
          variant="ghost"
          size="sm"
          onClick={remove}
          aria-label={`Quitar el código ${code}`}
          className="flex-none"
        >
          Quitar
        </Button>
      </div>
      {applied?.productIds && quote && (
        <p className="mt-1.5 text-sm text-muted">{`Descuenta solo ${namesOf(quote.lines, applied.productIds)}.`}</p>
      )}
      {problem && <p className="mt-1.5 text-sm font-medium text-poor">{problem}</p>}
    </>
  )
}

/** The names of the lines that a code applies to. */
function namesOf(lines: readonly QuotedLine[], productIds: readonly string[]): string {
  const names = lines.filter(line => productIds.includes(line.product_id)).map(line => line.assessment.name)
  return new Intl.ListFormat('es-CL').format(new Set(names))
}
