import type { Section } from '#app/features/questionnaires/questionnaire.ts'
import { formatLevel } from '#app/ui/format-level.ts'

/** Steps of one area, at most. */
const MOST = 3

/**
 * What to do next in an area. The texts of a questionnaire speak of the whole area at one level: they hold when all its
 * questions are on it. Otherwise the questions that are farthest below the target say it themselves, each with what
 * their next level looks like, so that nobody is told to begin what they already have.
 * @param levels of the section's questions in their order; null without one.
 * @param target the level that the area should reach.
 */
export function nextSteps(section: Section, levels: readonly (number | null)[], target: number): readonly string[] {
  const asked = section.questions.flatMap((question, index) => {
    const level = levels[index] ?? null
    return level === null ? [] : [{ ...question, level, reached: Math.floor(level) }]
  })
  const [first] = asked
  if (!first) return []
  if (asked.every(({ reached }) => reached === first.reached)) {
    return section.recommendations[String(first.reached)] ?? []
  }
  return asked
    .filter(({ level }) => level < target)
    .toSorted((a, b) => a.level - b.level || a.number - b.number)
    .slice(0, MOST)
    .map(
      ({ text, level, reached, options }) =>
        `Del nivel ${Number.isInteger(level) ? level : formatLevel(level)} al ${reached + 1} en «${text}»: ${options[reached] ?? ''}`,
    )
}
