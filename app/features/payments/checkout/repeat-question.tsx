import { useEffect, useRef } from 'react'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { Button } from '#app/kit/ui/button.tsx'
import type { CheckoutCart } from './checkout-schema.ts'
import type { RepeatProblem } from './checkout-texts.ts'

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
