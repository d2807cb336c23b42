import type { ClosedQuestion, Section } from '#app/features/questionnaires/questionnaire.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { reachedLevel } from './scoring.ts'
import { subjectsOf } from './subjects.ts'

/** Steps of an area whose questions are on different levels, at most. */
const MOST = 3

/** The lowest level that is a goal: the texts below it describe an incomplete practice, which nobody should aim at. */
const LOWEST_GOAL = 3

type Asked = ClosedQuestion & { level: number; reached: number }

/**
 * What to do next in an area, never with a goal below level 3, or at or below what is reached. The recommendations of a
 * questionnaire speak of the whole area at one level: all of them hold when all its questions are on it. Otherwise those
 * hold that are about questions below the target, and of nothing that is beyond their level, so that nobody is told to begin what they
 * already have. An option's text is no advice: where no recommendation holds, it shows how the goal looks.
 * @param levels of the section's questions in their order; null without one.
 * @param target the level that the area should reach.
 */
export function nextSteps(section: Section, levels: readonly (number | null)[], target: number): readonly string[] {
  const asked = section.questions.flatMap((question, index): Asked[] => {
    const level = levels[index] ?? null
    return level === null ? [] : [{ ...question, level, reached: reachedLevel(level) }]
  })
  const [first] = asked
  if (!first) return []
  if (asked.every(({ reached }) => reached === first.reached)) {
    return levelsToLeave(first.reached).flatMap(level => recommendationsAt(section, level))
  }
  const below = asked.filter(({ level }) => level < target).toSorted((a, b) => a.level - b.level || a.number - b.number)
  const recommended = below.flatMap(question => recommendationsFor(section, question, asked))
  const steps = recommended.length > 0 ? [...new Set(recommended)] : below.map(howTheGoalLooks)
  return steps.slice(0, MOST)
}

/** From levels 1 and 2 the way leads to 3, from the others to the next one; level 5 is kept by its own recommendations. */
const levelsToLeave = (reached: number): number[] =>
  reached < LOWEST_GOAL - 1 ? [reached, LOWEST_GOAL - 1] : [reached]

const recommendationsAt = ({ recommendations }: Section, level: number): readonly string[] =>
  recommendations[String(level)] ?? []

/** Those about a question which ask for nothing that any question they are about has left behind. */
const recommendationsFor = (section: Section, question: Asked, asked: readonly Asked[]): string[] =>
  levelsToLeave(question.reached).flatMap(level =>
    recommendationsAt(section, level).filter(text => {
      const subjects = subjectsOf(text, section.questions)
      return (
        subjects.has(question.field) && asked.every(({ field, reached }) => !subjects.has(field) || reached <= level)
      )
    }),
  )

function howTheGoalLooks({ text, level, reached, options }: Asked): string {
  const goal = Math.max(LOWEST_GOAL, reached + 1)
  const from = Number.isInteger(level) ? String(level) : formatLevel(level)
  return `Del nivel ${from} al ${goal} en «${text}». Así se ve el nivel ${goal}: ${options[goal - 1] ?? ''}`
}
