import { useEffect, useEffectEvent } from 'react'

/**
 * Acts once on each answer to a form. `act` may be another function on every render: an effect that depended on it would act
 * again on the old answer, and close for example a dialog that was opened once more.
 * @param answer undefined until there is one.
 */
export function useOnAnswer<Answer>(answer: Answer | undefined, act: (answer: Answer) => void): void {
  const onAnswer = useEffectEvent(act)
  useEffect(() => {
    if (answer !== undefined) onAnswer(answer)
  }, [answer])
}
