import { useSyncExternalStore } from 'react'

/** How a narrow screen shows a section: one question at a time, or the whole list. */
export type QuestionView = 'one' | 'list'

const KEY = 'alhena.questions'
const NARROW = '(width < 40rem)'

let chosen: QuestionView | undefined
const listeners = new Set<() => void>()

function current(): QuestionView {
  try {
    chosen ??= localStorage.getItem(KEY) === 'list' ? 'list' : 'one'
  } catch {
    // A browser that refuses storage keeps the choice as long as the page.
    chosen ??= 'one'
  }
  return chosen
}

/** Chooses for this browser. */
export function chooseView(view: QuestionView): void {
  chosen = view
  try {
    localStorage.setItem(KEY, view)
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

function subscribeView(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function subscribeWidth(listener: () => void) {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The person's choice, and whether it decides now: on a narrow screen, once the page works. */
export function useQuestionView(): { view: QuestionView; single: boolean } {
  const view = useSyncExternalStore<QuestionView>(subscribeView, current, () => 'one')
  const narrow = useSyncExternalStore(
    subscribeWidth,
    () => matchMedia(NARROW).matches,
    () => false,
  )
  return { view, single: narrow && view === 'one' }
}
