import type { ConsolidatedFigures, ConsolidatedQuestion } from '#app/features/results/consolidated/consolidated.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import { rounded } from '#app/kernel/rounding.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { type ShownLevel, showLevel, shownChange, signedLevel } from './change.ts'

/** An action of the earlier purchase's plan that is under way or done, as it is stored. */
export type BegunAction = {
  /** The closed question that it is about; null: somebody added it. */
  field: string | null
  title: string
  state: 'doing' | 'done'
  /** Left out of what is shown; its question was worked on all the same. */
  hidden: boolean
}

/** The question of a finished action, before and now. */
export type FinishedAction = {
  title: string
  area: string
  /** The question's number today. */
  number: number
  question: string
  before: ShownLevel
  now: ShownLevel
  /** Null where one of both has no level to show. */
  change: number | null
  /** The mean change of the area's questions without such an action, and how many they are; null where there is none to show. */
  others: { change: number; questions: number } | null
}

/** What became of the questions of an earlier plan's finished actions. */
export type FinishedActions = {
  actions: readonly FinishedAction[]
  /** Finished actions that are about no question of both measurements. */
  others: number
}

type Shown = { figures: Pick<ConsolidatedFigures, 'sections'>; mode: ResultMode }

/**
 * Beside each finished action of the earlier plan, how its question changed and how the area's other questions did: those of both measurements
 * that no action under way or done is about. All from the figures that both measurements show. Null where nothing is finished.
 */
export function compareFinished(now: Shown, earlier: Shown, worked: readonly BegunAction[]): FinishedActions | null {
  const finished = worked.filter(({ state, hidden }) => state === 'done' && !hidden)
  if (finished.length === 0) return null
  const before = new Map(
    earlier.figures.sections.flatMap(({ questions }) => questions.map(question => [question.field, question])),
  )
  const busy = new Set(worked.map(({ field }) => field))
  const changeOf = ({ field, mean }: ConsolidatedQuestion): number | null => {
    const was = before.get(field)?.mean ?? null
    return was === null || mean === null ? null : shownChange(was, mean)
  }
  const actions = finished.flatMap(({ field, title }): FinishedAction[] => {
    const was = field === null ? undefined : before.get(field)
    const section = now.figures.sections.find(({ questions }) => questions.some(each => each.field === field))
    const is = section?.questions.find(each => each.field === field)
    if (!was || !section || !is) return []
    const changes = section.questions.flatMap(each => (busy.has(each.field) ? [] : (changeOf(each) ?? [])))
    return [
      {
        title,
        area: section.title,
        number: is.number,
        question: is.text,
        before: showLevel(was.mean, earlier.mode),
        now: showLevel(is.mean, now.mode),
        change: changeOf(is),
        others: changes.length === 0 ? null : { change: meanChange(changes), questions: changes.length },
      },
    ]
  })
  return { actions, others: finished.length - actions.length }
}

const meanChange = (changes: readonly number[]): number =>
  rounded(changes.reduce((sum, change) => sum + change, 0) / changes.length, 1)

export const FINISHED_TITLE = 'Qué pasó con las acciones hechas'

/** What stands beside each other, and that it proves nothing. */
export const FINISHED_TEXT =
  'Cada acción hecha del plan anterior, con el cambio de su pregunta y, al lado, el cambio promedio de las preguntas de la misma área sin una acción en curso o hecha. Son los promedios que muestra cada medición, con todas sus personas. No prueba la causa.'

/** `2,1 → 3,0 (+0,9)`; without a level in one of both, the reason instead of a change. */
export const questionChangeText = ({ before, now, change }: FinishedAction): string =>
  `${before.text} → ${now.text}${change === null ? '' : ` (${signedLevel(change)})`}`

/** `+0,2, 3 preguntas`. */
export const othersChangeText = ({ others }: FinishedAction): string =>
  others === null
    ? 'Ninguna con cifras'
    : `${signedLevel(others.change)}, ${countOf(others.questions, 'pregunta', 'preguntas')}`

/** How many finished actions can't be compared; null where all can. */
export const uncomparedText = ({ others }: FinishedActions): string | null =>
  others === 0
    ? null
    : `${countOf(others, 'acción hecha', 'acciones hechas')} más no ${inNumber(others, 'trata', 'tratan')} de una pregunta de ambas mediciones.`
