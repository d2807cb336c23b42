import { type Fields, line, lines } from '#app/kit/forms/fields.ts'
import { MOST_DECISIONS } from './decisions.ts'

/** The fields of one decision, by what it is made of. */
const PARTS = {
  title: line({ label: 'Decisión', max: 120 }),
  ask: lines({ label: 'Qué se pide', max: 300, rows: 3 }),
  who: line({ label: 'Quién responde', max: 120, autoComplete: 'off' }),
  work: line({ label: 'Cuánto trabajo', max: 60 }),
  due_on: line({ label: 'Hasta cuándo', max: 10, type: 'date' }),
} as const

export const DECISION_PARTS = ['title', 'ask', 'who', 'work', 'due_on'] as const
export type DecisionPart = (typeof DECISION_PARTS)[number]

/** The places of the decisions, from 1. */
export const DECISION_PLACES = Array.from({ length: MOST_DECISIONS }, (_, at) => at + 1)

/** How a form names a part of the decision in a place. */
export const partName = (place: number, part: DecisionPart): string => `${part}_${place}`

/** The fields of all places. */
export const decisionFields: Fields = Object.fromEntries(
  DECISION_PLACES.flatMap(place => DECISION_PARTS.map(part => [partName(place, part), PARTS[part]])),
)
