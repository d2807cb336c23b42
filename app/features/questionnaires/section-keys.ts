import type { KeyboardEvent } from 'react'
import { DONT_KNOW } from './questionnaire.ts'

/**
 * Keys 1 to 6 choose an option of the question that has the focus and move on to the next one. Only there: elsewhere a digit is a
 * digit (WCAG 2.1.4).
 */
export function chooseByKey(event: KeyboardEvent<HTMLElement>, choose: (field: string, option: number) => void): void {
  const { target, key } = event
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    !(target instanceof HTMLInputElement) ||
    target.type !== 'radio'
  )
    return
  // Enter in a radio would press the form's first button.
  if (key === 'Enter') event.preventDefault()
  const option = Number(key)
  if (key.length !== 1 || !Number.isInteger(option) || option < 1 || option > DONT_KNOW) return
  event.preventDefault()
  choose(target.name, option)
  focusQuestion(nextQuestion(target))
}

function nextQuestion(control: HTMLElement): Element | undefined {
  const questions = [...(control.closest('form')?.querySelectorAll('[data-question]') ?? [])]
  return questions[questions.findIndex(question => question.contains(control)) + 1]
}

/** Moves the focus into a question: to its chosen option, its first one, or its text. */
export function focusQuestion(question: Element | null | undefined, block: ScrollLogicalPosition = 'nearest'): void {
  const control =
    question?.querySelector<HTMLElement>('input:checked') ?? question?.querySelector<HTMLElement>('input, textarea')
  control?.focus({ preventScroll: true })
  // Not smooth: the next key would aim at a page that is still moving.
  question?.scrollIntoView({ block, behavior: 'instant' })
}
