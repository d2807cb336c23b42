import { formatDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { choiceField, line, namesOf } from '#app/kit/forms/fields.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'

/** Open links of one purchase, at most; the database counts them (`make_result_link`). */
export const MOST_LINKS = 20

/** Links that the list shows: the open ones, and the newest of the others. */
export const SHOWN_LINKS = 60

export const LINK_DAYS = [7, 30, 90] as const

/** Days after its end that a link is still listed, and stored. */
export const KEPT_DAYS = 30

export const linkFields = {
  label: line({
    label: 'Para quién es',
    max: 60,
    autoComplete: 'off',
    hint: 'Por ejemplo, Directorio. Solo lo ven quienes administran esta compra',
    optional: true,
  }),
  days: choiceField<'7' | '30' | '90'>({
    label: 'Vigencia',
    options: [
      { value: '7', label: '7 días' },
      { value: '30', label: '30 días' },
      { value: '90', label: '90 días' },
    ],
    wrong: 'Elige 7, 30 o 90 días.',
  }),
}
export const LINK_FIELDS = namesOf(linkFields)
export const USUAL_DAYS = '30'

export type LinkState = 'open' | 'expired' | 'revoked'

export const LINK_STATES: Statuses<LinkState> = {
  open: { label: 'Vigente', tone: 'good' },
  expired: { label: 'Vencido', tone: 'neutral' },
  revoked: { label: 'Revocado', tone: 'neutral' },
}

/** A link as whoever manages its purchase sees it: never its token. */
export type ResultLink = {
  id: string
  /** For whom it is; may be empty. */
  label: string
  /** The name of who made it. */
  maker: string
  created_at: Date
  expires_at: Date
  state: LinkState
  openings: number
  last_opened_at: Date | null
}

/** 'Abierto 3 veces, la última el 21-11-2026'. */
export function openingsText({ openings, last_opened_at }: Pick<ResultLink, 'openings' | 'last_opened_at'>): string {
  if (last_opened_at === null) return 'Sin abrir'
  const last = formatDate(last_opened_at)
  return openings === 1
    ? `Abierto una vez, el ${last}`
    : `Abierto ${countOf(openings, 'vez', 'veces')}, la última el ${last}`
}

export const LINK_INTENTS = ['make-link', 'revoke-link'] as const

/** What became of a form of the links. */
export type LinkAnswer = {
  intent: (typeof LINK_INTENTS)[number]
  done: boolean
  text: string
  errors: Readonly<Record<string, string>>
  values?: Readonly<Record<string, string>>
  /** The link that was made: nobody can show it again. */
  address?: string
}

export const TOKEN_PARAMETER = 'token'

/** Where somebody without an account reads results. @param token the secret of the link */
export const linkedPath = (token: string): string => `/resultados?${new URLSearchParams({ [TOKEN_PARAMETER]: token })}`

/** The files of the same results: the report, the one page and the presentation. */
export type LinkedFile = 'pdf' | 'pagina' | 'presentacion'

export const linkedFilePath = (token: string, file: LinkedFile): string =>
  `/resultados/${file}?${new URLSearchParams({ [TOKEN_PARAMETER]: token })}`

/** Of every link that opens nothing, so that nobody learns which ones there were. */
export const NO_LINK = {
  title: 'Este enlace no abre resultados',
  text: 'El enlace no existe, venció o fue revocado. Pide uno nuevo a quien te lo envió.',
}

/** Of a link to results that has nothing to show yet. */
export const NOTHING_LINKED = 'Todavía no hay resultados que mostrar.'

/** Instead of the name of whoever answers for an action. */
export const ASSIGNED = 'Responsable asignado'
