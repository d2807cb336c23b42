import { DAY_MS } from '#app/kernel/dates.ts'

/** Whether the visitor lets us measure. */
export type Choice = 'granted' | 'refused'

/** Version of the notice `cookies_analytics` of content/legal.es.json: with another text the question is asked again. */
export const NOTICE_VERSION = 2

const COOKIE = 'alhena_medicion'
const COOKIE_DAYS = 365
const WORDS = { granted: 'si', refused: 'no' } as const

/** A choice as it is kept: under which notice it was made, and on which day (days since 1970). */
export type KeptChoice = { choice: Choice; day: number }

/**
 * The choice in a cookie header or `document.cookie`, unless it was made under another notice or a year ago.
 * @param now milliseconds since 1970.
 */
export function readChoice(cookies: string | null, now: number): KeptChoice | undefined {
  const kept = new RegExp(`(?:^|;\\s*)${COOKIE}=(\\d{1,4})\\.(si|no)\\.(\\d{1,6})(?=;|$)`).exec(cookies ?? '')
  if (!kept || Number(kept[1]) !== NOTICE_VERSION) return undefined
  const day = Number(kept[3])
  const age = today(now) - day
  // A clock that went wrong by a day is no reason to ask again.
  if (age < -1 || age >= COOKIE_DAYS) return undefined
  return { choice: kept[2] === WORDS.granted ? 'granted' : 'refused', day }
}

/** The cookie that keeps a choice for a year: first-party, and readable by our scripts, which must know it. */
export function choiceCookie(choice: Choice, now: number, https: boolean): string {
  const value = `${NOTICE_VERSION}.${WORDS[choice]}.${today(now)}`
  return `${COOKIE}=${value}; Path=/; Max-Age=${COOKIE_DAYS * 86_400}; SameSite=Lax${https ? '; Secure' : ''}`
}

const today = (now: number): number => Math.floor(now / DAY_MS)

/** Whether a request says that its sender does not want to be measured: Global Privacy Control, or Do Not Track. */
export const refusesBySignal = (headers: Headers): boolean =>
  headers.get('sec-gpc') === '1' || headers.get('dnt') === '1'

/** Whether a request may be measured: its sender agreed and sends no signal against it. */
export const mayMeasure = (headers: Headers, now: Date): boolean =>
  !refusesBySignal(headers) && readChoice(headers.get('cookie'), now.getTime())?.choice === 'granted'
