import { addDays } from '#app/kernel/dates.ts'
import { integer, line, lines } from '#app/kit/forms/fields.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'

/** Days after which the shop wants a breach notified: the law says 'sin dilaciones indebidas' and names no number (article 14 sexies). */
const NOTIFY_DAYS = 3

/** The proposed deadline to notify a breach that was known at an instant. */
export const proposedNotifyBy = (knownAt: Date): Date => addDays(knownAt, NOTIFY_DAYS)

export type BreachState = 'open' | 'overdue' | 'notified' | 'closed'

export const BREACH_STATES: Statuses<BreachState> = {
  open: { label: 'Por notificar', tone: 'fair' },
  overdue: { label: 'Plazo vencido', tone: 'poor' },
  notified: { label: 'Notificada', tone: 'good' },
  closed: { label: 'Cerrada', tone: 'neutral' },
}

type Told = { agency_notified_at: Date | null; closed_at: Date | null; notify_by: Date }

export function breachState({ agency_notified_at, closed_at, notify_by }: Told, now: Date): BreachState {
  if (closed_at !== null) return 'closed'
  if (agency_notified_at !== null) return 'notified'
  return notify_by <= now ? 'overdue' : 'open'
}

const moment = (label: string, required?: string, hint?: string) =>
  line({
    label,
    max: 16,
    type: 'datetime-local',
    ...(required === undefined ? { optional: true as const } : { required }),
    ...(hint !== undefined && { hint }),
  })

const paragraph = (label: string, max: number, required?: string, hint?: string) =>
  lines({ label, max, rows: 4, ...(required !== undefined && { required }), ...(hint !== undefined && { hint }) })

/** A breach of the register (Ley 19.628, article 14 sexies). */
export const breachFields = {
  title: line({ label: 'Qué pasó, en una línea', max: 160, required: 'Escribe qué pasó' }),
  known_at: moment('Cuándo se supo', 'Escribe cuándo se supo'),
  occurred_at: moment('Cuándo ocurrió'),
  notify_by: moment(
    'Notificar a más tardar',
    undefined,
    'Vacío: tres días después de saberlo. La ley dice «sin dilaciones indebidas».',
  ),
  description: paragraph('Descripción', 4000, 'Describe lo que se sabe'),
  data_categories: paragraph('Qué datos', 2000, 'Escribe qué datos alcanza'),
  people: integer({
    label: 'Cuántas personas, más o menos',
    min: 0,
    max: 10_000_000,
    wrong: 'Escribe un número entero',
    optional: true,
  }),
  consequences: paragraph('Efectos posibles', 4000, 'Escribe qué puede causar a las personas'),
  measures: paragraph('Medidas', 4000, 'Escribe qué se hizo para contenerla y evitar otra'),
  agency_notified_at: moment('Agencia notificada'),
  people_notified_at: moment('Personas avisadas'),
  buyers_notified_at: moment(
    'Compradores avisados',
    undefined,
    'Quien compró es responsable de las respuestas de su gente.',
  ),
  told: paragraph('A quién se avisó y cómo, o por qué no hacía falta', 4000),
} as const
