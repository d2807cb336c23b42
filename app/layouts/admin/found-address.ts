import { LISTED_STATES } from '#app/features/accesses/accesses.ts'
import type { Found, FoundKind } from '#app/features/analytics/find-everything.server.ts'
import { PRODUCT_STATUSES } from '#app/features/catalogue/product-form.ts'
import { DISCOUNT_STATES } from '#app/features/discounts/discount-admin.ts'
import { ORDER_STATUSES } from '#app/features/orders/orders.ts'
import { QUOTATION_STATES } from '#app/features/quotations/quotations.ts'
import { REVIEW_STATUSES } from '#app/features/reviews/reviews.ts'
import { MAIL_STATUSES } from '#app/features/texts/mail-status.ts'
import { cutText } from '#app/kernel/text.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import { mailName } from '#app/mails/mails.ts'

/** Titles of the groups of results. */
export const FOUND_TITLES: Readonly<Record<FoundKind, string>> = {
  orders: 'Órdenes',
  quotations: 'Cotizaciones',
  clients: 'Clientes',
  companies: 'Empresas',
  accesses: 'Accesos',
  products: 'Productos',
  codes: 'Códigos',
  mails: 'Correos',
  reviews: 'Opiniones',
  questionnaires: 'Cuestionarios',
}

const LISTS: Readonly<Partial<Record<FoundKind, string>>> = {
  orders: 'orders',
  quotations: 'orders/quotations',
  clients: 'clients',
  companies: 'clients/companies',
  accesses: 'access',
  products: 'catalog',
  codes: 'discounts',
  reviews: 'reviews',
}

/** The list that shows all of a kind for a search; undefined for a kind without one. */
export const listAddress = (kind: FoundKind, search: string): string | undefined =>
  LISTS[kind] && `/admin/${LISTS[kind]}?search=${encodeURIComponent(search)}`

const PAGES = {
  orders: 'orders',
  clients: 'clients',
  companies: 'clients/companies',
  accesses: 'access',
  products: 'catalog/assessments',
  questionnaires: 'content/questionnaires',
} as const

/**
 * Where a result leads: to its own screen, or to the list that finds it where it has none. A mail is shown by what it is
 * about; one to an address without an account, by that person's page of support.
 */
export function foundAddress({
  kind,
  id,
  title,
  detail,
  about,
}: Pick<Found, 'kind' | 'id' | 'title' | 'detail' | 'about'>): string {
  switch (kind) {
    case 'mails':
      return about
        ? `/admin/${PAGES[about.kind]}/${about.id}`
        : `/admin/access/support?email=${encodeURIComponent(detail)}`
    case 'quotations':
    case 'codes':
      return `/admin/${LISTS[kind]}?search=${encodeURIComponent(title)}`
    case 'reviews':
      return `/admin/reviews?search=${encodeURIComponent(cutText(`${title} ${detail}`, 100))}`
    default:
      return `/admin/${PAGES[kind]}/${id}`
  }
}

const STATES: Readonly<Partial<Record<FoundKind, Statuses<string>>>> = {
  orders: ORDER_STATUSES,
  quotations: QUOTATION_STATES,
  accesses: LISTED_STATES,
  products: PRODUCT_STATUSES,
  codes: DISCOUNT_STATES,
  mails: MAIL_STATUSES,
  reviews: REVIEW_STATUSES,
}

/** A result's name. A mail without a stored subject is named by its label. */
export const foundTitle = ({ kind, title }: Pick<Found, 'kind' | 'title'>): string =>
  kind === 'mails' ? mailName(title) : title

/** The state of a result as its list shows it; undefined for a kind without states. */
export const foundState = ({ kind, state }: Pick<Found, 'kind' | 'state'>) =>
  state === null ? undefined : STATES[kind]?.[state]
