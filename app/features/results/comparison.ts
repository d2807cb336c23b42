import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import type { ConsolidatedFigures } from './consolidated.ts'

export type SectionChange = { area: string; before: number; now: number; change: number }

/** Against the buyer's last earlier purchase of the same product that has results. */
export type Comparison = {
  order_number: string
  /** When the earlier one was bought. */
  date: Date
  people: number
  /** Areas whose questions are the same in both; the others can't be compared. */
  sections: SectionChange[]
  /** Only when every area is comparable. */
  overall: Omit<SectionChange, 'area'> | null
}

type Earlier = Pick<Comparison, 'order_number' | 'date'> & {
  questionnaire: Questionnaire
  figures: ConsolidatedFigures
}

/** Differences with one decimal, of the figures as they are shown, so that a reader can check them. */
export function compare(questionnaire: Questionnaire, figures: ConsolidatedFigures, earlier: Earlier): Comparison {
  const sections = figures.sections.flatMap((section): SectionChange[] => {
    const same = earlier.figures.sections.find(other => other.id === section.id)
    const comparable = fieldsOf(questionnaire, section.id) === fieldsOf(earlier.questionnaire, section.id)
    if (!comparable || same?.mean === null || same?.mean === undefined || section.mean === null) return []
    return [{ area: section.area, ...change(same.mean, section.mean) }]
  })
  const before = earlier.figures.overall.mean
  const now = figures.overall.mean
  const whole = sections.length === figures.sections.length && before !== null && now !== null
  return {
    order_number: earlier.order_number,
    date: earlier.date,
    people: earlier.figures.people,
    sections,
    overall: whole ? change(before, now) : null,
  }
}

const change = (before: number, now: number) => ({ before, now, change: Math.round((now - before) * 10) / 10 })

const fieldsOf = (questionnaire: Questionnaire, id: number): string =>
  (questionnaire.sections.find(section => section.id === id)?.questions ?? [])
    .map(({ field }) => field)
    .toSorted()
    .join()
