import { formatLongDate, formatTime, MINUTE_MS } from '#app/kernel/dates.ts'
import { dayField, integer, line, lines } from '#app/kit/forms/fields.ts'

/** When and where a workshop is held, for the people of one item. */
export type WorkshopSession = {
  starts_at: Date
  minutes: number
  /** An address or a room; empty online. */
  place: string
  /** Where to join online; empty when people meet. */
  link: string
  notes: string
  cancelled_at: Date | null
  revision: number
  updated_at: Date
}

export type SessionState = 'unset' | 'scheduled' | 'begun' | 'cancelled'

/** `begun`: it has started, so that attendance can be confirmed. */
export function sessionState(
  session: Pick<WorkshopSession, 'starts_at' | 'cancelled_at'> | undefined,
  now: Date,
): SessionState {
  if (!session) return 'unset'
  if (session.cancelled_at) return 'cancelled'
  return session.starts_at <= now ? 'begun' : 'scheduled'
}

/** `3 de diciembre de 2026, de 09:30 a 12:30` */
export function whenText({ starts_at, minutes }: Pick<WorkshopSession, 'starts_at' | 'minutes'>): string {
  const ends = new Date(starts_at.getTime() + minutes * MINUTE_MS)
  return `${formatLongDate(starts_at)}, de ${formatTime(starts_at)} a ${formatTime(ends)}`
}

const atMost = (max: number) => ({ max, tooLong: `Usa ${max} caracteres como máximo` })

/** What staff writes about a session, besides its hour. */
export const sessionFields = {
  day: dayField({ label: 'Día', required: 'Elige el día' }),
  minutes: integer({
    label: 'Duración en minutos',
    required: 'Escribe los minutos',
    wrong: 'Escribe minutos enteros',
    min: 15,
    tooLow: 'Al menos 15 minutos',
    max: 1440,
    tooHigh: '1440 minutos como máximo',
  }),
  place: line({ label: 'Lugar', hint: 'Dirección y sala. Déjalo vacío si es en línea.', ...atMost(200) }),
  link: line({
    label: 'Enlace',
    hint: 'Lo ven solo las personas del taller.',
    type: 'url',
    inputMode: 'url',
    placeholder: 'https://',
    ...atMost(500),
  }),
  notes: lines({ label: 'Notas', optional: true, rows: 3, ...atMost(2000) }),
} as const

/** The page on which anybody who has a certificate's code checks it. */
export const certificatePath = (code: string): string => `/certificado/${code}`

const CODE = /^CT-[2-9A-HJ-NP-Z]{12}$/

/** Normalises a typed certificate code; undefined when it is invalid. */
export function readCertificateCode(typed: string): string | undefined {
  const code = typed.trim().toUpperCase()
  return CODE.test(code) ? code : undefined
}

/** Fills the placeholders of a workshop's texts (content/workshops.es.json). An unknown one stays visible. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
