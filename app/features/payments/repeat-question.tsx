import { useEffect, useRef } from 'react'
import { countOf } from '#app/kernel/format.ts'
import { Button } from '#app/ui/button.tsx'

type RepeatQuestionProps = {
  minutes: number
  orderNumber: string
  cartOf: (repeat: 'yes' | 'no') => string
  /** While the form takes no answer: one that was given then would be lost. */
  disabled: boolean
}

/** 'Ya compraste esto hace N minutos. ¿Comprar otra vez?' (decision 3). The answer is sent with the form beside it. */
export function RepeatQuestion({ minutes, orderNumber, cartOf, disabled }: RepeatQuestionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  function answer(repeat: 'yes' | 'no') {
    const form = document.querySelector<HTMLFormElement>('form:has(input[name="cart"])')
    const cart = form?.querySelector<HTMLInputElement>('input[name="cart"]')
    if (!form || !cart) return
    cart.value = cartOf(repeat)
    form.requestSubmit()
  }

  return (
    <section aria-labelledby="repeat-question" className="rounded-lg border border-copper bg-copper-soft p-5 sm:p-6">
      <h2 id="repeat-question" ref={heading} tabIndex={-1} className="text-lg font-semibold">
        Ya compraste esto hace {countOf(minutes, 'minuto', 'minutos')}. ¿Comprar otra vez?
      </h2>
      <p className="mt-1 text-md">Tu compra anterior es la orden {orderNumber}.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button disabled={disabled} onClick={() => answer('yes')}>
          Sí, comprar otra vez
        </Button>
        <Button variant="secondary" disabled={disabled} onClick={() => answer('no')}>
          No, ver mi compra anterior
        </Button>
      </div>
    </section>
  )
}
