import { cleanText, LIST_PARAMETERS } from '#app/features/catalogue/filters.ts'
import { cutText } from '#app/kernel/text.ts'

/**
 * The pages that are the same for every visitor: they are cached whole, and only their queries hold nothing personal.
 */
export const PUBLIC_PATH = /^\/(assessments|assessment\/[^/]+|legal\/[^/]+)?$/

/** The field in which a form sends the server its visit. */
export const VISIT_FIELD = 'alhena_visit'

/**
 * Whether a text may contain an e-mail, RUT or phone number: people type them into search boxes and addresses, and they
 * must not be recorded (spec D35).
 */
export const isPersonal = (text: string): boolean =>
  /\S@\S/.test(text) ||
  /(^|[^\dk])\d{1,2}[.\s]?\d{3}[.\s]?\d{3}\s?[-‐–]?\s?[\dk]([^\dk]|$)/i.test(text) ||
  /\d{7,}/.test(text.replaceAll(/[\s().+-]/g, ''))

/** Nothing is measured on questionnaires, in the back office, and on the simulated bank and mailbox (spec D16). */
const UNMEASURED = /^\/(dama-assessment|evaluacion|taller|certificado|respond|admin|payment-simulator|demo)(\/|$)/
/**
 * Parameters that say where a visit came from. Click identifiers (gclid, fbclid) identify a person and are left out.
 */
const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
const KEPT = new Set<string>([...LIST_PARAMETERS, ...CAMPAIGN])

const ORIGIN = 'https://shop.invalid'
const VALUE_LENGTH = 100
const PAGE_LENGTH = 1000

/**
 * The recorded part of an address of this shop (path and query), or undefined where nothing is recorded: ids, codes and
 * numbers in the path become `:id`; of the query, list parameters and the source remain, on public pages only (spec
 * D35).
 */
export function reportedPage(address: string): string | undefined {
  if (!address.startsWith('/') || !URL.canParse(address, ORIGIN)) return undefined
  const { origin, pathname, searchParams } = new URL(address, ORIGIN)
  if (origin !== ORIGIN || UNMEASURED.test(pathname)) return undefined
  const path = pathname
    .split('/')
    .map(part => (part === '' || isName(part) ? part : ':id'))
    .join('/')
  if (!PUBLIC_PATH.test(path)) return cutText(path, PAGE_LENGTH)
  const query = new URLSearchParams(
    [...searchParams]
      .filter(([name, value]) => KEPT.has(name) && value !== '' && !isPersonal(value))
      .map(([name, value]) => [name, cleanText(value, VALUE_LENGTH)]),
  ).toString()
  const page = query === '' ? path : `${path}?${query}`
  return page.length <= PAGE_LENGTH ? page : cutText(path, PAGE_LENGTH)
}

/** Whether a path segment is a word or slug of the shop, and not an id, code, number or typed text. */
const isName = (part: string): boolean =>
  /^[a-z0-9-]{1,80}$/.test(part) &&
  !/\d{6,}/.test(part) &&
  !/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(part)

/** The recorded referrer: a page of this shop, or just the name of another site. */
export function reportedReferrer(referrer: string): string | null {
  if (referrer.startsWith('/')) return reportedPage(referrer) ?? null
  if (!URL.canParse(referrer)) return null
  const { protocol, origin } = new URL(referrer)
  return /^https?:$/.test(protocol) && origin.length <= VALUE_LENGTH * 3 ? origin : null
}
