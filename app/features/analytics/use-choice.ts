import { useEffect, useState } from 'react'
import { type Choice, choiceCookie, readChoice } from '#app/platform/tracking/consent.ts'

/** Whether the browser itself says that its user does not want to be measured: Global Privacy Control, or Do Not Track. */
const refusesBySignal = (): boolean =>
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) || navigator.doNotTrack === '1'

/** What the visitor has decided, now; undefined when that is to be asked. */
export const currentChoice = (): Choice | undefined =>
  refusesBySignal() ? 'refused' : readChoice(document.cookie, Date.now())?.choice

/**
 * What the visitor has decided, and how to decide.
 * @param place changes whenever it may have been decided elsewhere, as on the page of preferences.
 */
export function useChoice(place: string): { choice: Choice | undefined; choose(choice: Choice): void } {
  const [choice, setChoice] = useState(currentChoice)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is the reason to look again.
  useEffect(() => {
    const look = () => setChoice(currentChoice())
    look()
    // Another tab may have decided.
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [place])
  return {
    choice,
    choose(decided) {
      // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no other way, or none that works at once.
      document.cookie = choiceCookie(decided, Date.now(), location.protocol === 'https:')
      setChoice(decided)
      keep(decided)
    },
  }
}

/** Lets the server keep the choice too: some browsers forget after a week what a script has written. */
function keep(choice: Choice): void {
  const body = new URLSearchParams({ choice })
  fetch('/privacy-choice', { method: 'POST', body, keepalive: true, redirect: 'manual' }).catch(() => undefined)
}
