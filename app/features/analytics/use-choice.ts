import { useEffect, useState } from 'react'
import { type Choice, choiceCookie, type MeasuringNotice, readChoice } from '#app/platform/tracking/consent.ts'

/** Whether the browser itself says that its user does not want to be measured: Global Privacy Control, or Do Not Track. */
const refusesBySignal = (): boolean =>
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) || navigator.doNotTrack === '1'

/** What the visitor has decided, now; undefined when that is to be asked. */
export const currentChoice = (notice: MeasuringNotice): Choice | undefined =>
  refusesBySignal() ? 'refused' : readChoice(document.cookie, Date.now(), notice)?.choice

/**
 * What the visitor has decided, and how to decide.
 * @param place changes whenever it may have been decided elsewhere, as on the page of preferences.
 */
export function useChoice(
  place: string,
  notice: MeasuringNotice,
): { choice: Choice | undefined; choose(choice: Choice): void } {
  const [choice, setChoice] = useState(() => currentChoice(notice))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is the reason to look again.
  useEffect(() => {
    const look = () => setChoice(currentChoice(notice))
    look()
    // Another tab may have decided.
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [place])
  return {
    choice,
    choose(decided) {
      // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no other way, or none that works at once.
      document.cookie = choiceCookie(decided, {
        version: notice.version,
        now: Date.now(),
        https: location.protocol === 'https:',
      })
      setChoice(decided)
      keep(decided, notice.version)
    },
  }
}

/** Lets the server keep the choice too: some browsers forget after a week what a script has written. */
function keep(choice: Choice, version: number): void {
  const body = new URLSearchParams({ choice, notice: String(version) })
  fetch('/privacy-choice', { method: 'POST', body, keepalive: true, redirect: 'manual' }).catch(() => undefined)
}
