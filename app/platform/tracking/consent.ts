import { DAY_MS } from '#app/kernel/dates.ts'

/** Whether the visitor lets us measure. */
export type Choice = 'granted' | 'refused'

/** Versions of the notice about measuring (the legal text `cookies_analytics`). */
export type MeasuringNotice = {
  /** The one that is shown now. */
  version: number
  /** The first version with the current meaning: a choice under an earlier one is asked again. */
  since: number
}

export const CHOICE_COOKIE = 'alhena_medicion'
export const CHOICE_DAYS = 365
const WORDS = { granted: 'si', refused: 'no' } as const

/** A stored choice: its version of the notice, and its day (days since 1970). */
export type StoredChoice = { choice: Choice; day: number; version: number }

/**
 * The choice in a cookie header or `document.cookie`, unless it was made a year ago or under a notice that meant something else.
 * @param now milliseconds since 1970.
 */
export function readChoice(cookies: string | null, now: number, notice: MeasuringNotice): StoredChoice | undefined {
  const stored = new RegExp(`(?:^|;\\s*)${CHOICE_COOKIE}=(\\d{1,4})\\.(si|no)\\.(\\d{1,6})(?=;|$)`).exec(cookies ?? '')
  const version = Number(stored?.[1])
  if (!stored || version < notice.since || version > notice.version) return undefined
  const day = Number(stored[3])
  const age = today(now) - day
  // A browser clock that is off by a day must not make the shop ask again.
  if (age < -1 || age >= CHOICE_DAYS) return undefined
  return { choice: stored[2] === WORDS.granted ? 'granted' : 'refused', day, version }
}

/**
 * The cookie that keeps a choice for a year: first-party, and readable by our scripts, which must know it.
 * @param input the version of the notice that was shown, and when (milliseconds since 1970).
 */
export function choiceCookie(choice: Choice, input: { version: number; now: number; https: boolean }): string {
  const { version, now, https } = input
  const value = `${version}.${WORDS[choice]}.${today(now)}`
  return `${CHOICE_COOKIE}=${value}; Path=/; Max-Age=${CHOICE_DAYS * 86_400}; SameSite=Lax${https ? '; Secure' : ''}`
}

const today = (now: number): number => Math.floor(now / DAY_MS)

/** Whether a request signals an opt-out: Global Privacy Control, or Do Not Track. */
export const refusesBySignal = (headers: Headers): boolean =>
  headers.get('sec-gpc') === '1' || headers.get('dnt') === '1'

/** Under which version of the notice a request's sender agreed to be measured; undefined: they did not, or send a signal against it. */
export function agreedVersion(headers: Headers, now: Date, notice: MeasuringNotice): number | undefined {
  if (refusesBySignal(headers)) return undefined
  const stored = readChoice(headers.get('cookie'), now.getTime(), notice)
  return stored?.choice === 'granted' ? stored.version : undefined
}
