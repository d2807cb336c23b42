import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#app/kernel/dates.ts'
import { type Choice, choiceCookie, type MeasuringNotice, readChoice } from '#app/platform/tracking/consent.ts'
import { UNDECIDED } from '#app/platform/tracking/undecided.ts'

const KEY = 'alhena.visit'
/** A pause as long as this ends a visit. */
const PAUSE_MS = 30 * MINUTE_MS

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** 32 hexadecimal digits of the browser's generator. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * The visit's random id in session storage (specification 1, section 7), so that it ends with the tab. Renewed after a
 * pause of 30 minutes.
 * @param now milliseconds since 1970.
 */
export function visitId(storage: Storage, now: number): string {
  const stored = /^([0-9a-f]{32})\.(\d+)$/.exec(storage.getItem(KEY) ?? '')
  const id = stored?.[1] && now - Number(stored[2]) < PAUSE_MS ? stored[1] : newId()
  storage.setItem(KEY, `${id}.${now}`)
  return id
}

/** Forgets the id, as when somebody logs out or no longer wants to be measured. */
export const forgetVisit = (storage: Storage): void => storage.removeItem(KEY)

/** Session storage, or nothing but memory where the browser refuses it. */
export function visitStorage(): Storage {
  try {
    sessionStorage.getItem(KEY)
    return sessionStorage
  } catch {
    const memory = new Map<string, string>()
    return {
      getItem: key => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: key => void memory.delete(key),
    }
  }
}

/** Whether the browser signals an opt-out: Global Privacy Control, or Do Not Track. */
const refusesBySignal = (): boolean =>
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) || navigator.doNotTrack === '1'

/** The visitor's current choice; undefined while undecided. */
export const currentChoice = (notice: MeasuringNotice): Choice | undefined =>
  refusesBySignal() ? 'refused' : readChoice(document.cookie, Date.now(), notice)?.choice

/** The event of a choice that was made in this window. */
const CHOSEN = 'measuring-chosen'

/**
 * The visitor's choice; undefined while undecided. The page is marked accordingly, for the question in the shop's frame.
 * @param refreshKey changes whenever the choice may have been made elsewhere, as on the page of preferences.
 */
export function useChoice(refreshKey: string, notice: MeasuringNotice): Choice | undefined {
  const [choice, setChoice] = useState(() => currentChoice(notice))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the key triggers another read.
  useEffect(() => {
    const look = () => {
      const found = currentChoice(notice)
      document.documentElement.toggleAttribute(UNDECIDED, found === undefined)
      setChoice(found)
    }
    look()
    window.addEventListener(CHOSEN, look)
    // Another tab may have decided.
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener(CHOSEN, look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [refreshKey])
  return choice
}

/** Stores the visitor's choice in this browser, for a year. */
export function choose(choice: Choice, notice: MeasuringNotice): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no other way, or none that works at once.
  document.cookie = choiceCookie(choice, {
    version: notice.version,
    now: Date.now(),
    https: location.protocol === 'https:',
  })
  window.dispatchEvent(new Event(CHOSEN))
  keep(choice, notice.version)
}

/** Lets the server set the cookie too, because some browsers delete cookies set by scripts after a week. */
function keep(choice: Choice, version: number): void {
  const body = new URLSearchParams({ choice, notice: String(version) })
  fetch('/privacy-choice', { method: 'POST', body, keepalive: true, redirect: 'manual' }).catch(() => undefined)
}
