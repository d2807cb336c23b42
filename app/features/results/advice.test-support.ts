import { readdirSync, readFileSync } from 'node:fs'
import type { Questionnaire, Section } from '#app/features/questionnaires/questionnaire.ts'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { nextSteps } from './next-steps.ts'
import { reachedLevel, shownMean } from './scoring.ts'

/** The fourteen of the shop. */
export const questionnaires: Questionnaire[] = readdirSync('content')
  .filter(name => name.endsWith('.json'))
  .map(name => JSON.parse(readFileSync(`content/${name}`, 'utf8')))
  .filter(content => 'sections' in content)
  .map(content => questionnaireSchema.parse(content))

/** mulberry32: the same numbers at each run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

type Random = (below: number) => number

/** A question's mean over one person to twelve, who lean to one level or another; null where it is in no version, or unknown. */
function levelOf(random: Random, people: number, leaning: number): number | null {
  if (random(12) === 0) return null
  const options = Array.from({ length: people }, () => Math.min(5, Math.max(1, leaning + random(4) - 1)))
  return shownMean(options.reduce((sum, option) => sum + option, 0) / people)
}

/** The section as it is, or after an edit: without a question, or with another section's recommendations. */
function edited(random: Random, section: Section, other: Section): Section {
  switch (random(4)) {
    case 0:
      return { ...section, questions: section.questions.slice(1) }
    case 1:
      return { ...section, recommendations: other.recommendations }
    default:
      return section
  }
}

/**
 * What is wrong with the advice to random teams and single persons, whose buyers set any target from 1 to 5: a goal below 3, or
 * not above what is reached, an option's text as advice, or none where an area is below its target.
 */
export function faultyAdvice({ id, sections }: Questionnaire, teams: number): string[] {
  const random = randomOf(id.length * 7919 + teams)
  const faults = new Set<string>()
  for (let team = 0; team < teams; team += 1) {
    const people = random(3) === 0 ? 1 : 1 + random(12)
    for (const [index, original] of sections.entries()) {
      const section = edited(random, original, sections[(index + 1) % sections.length] ?? original)
      const leaning = random(6)
      const levels = section.questions.map(() => levelOf(random, people, leaning))
      const target = random(2) === 0 ? section.targetLevel : 1 + random(5)
      for (const fault of faultsOf(section, levels, target)) {
        faults.add(`${section.title}, ${levels.join(' ')}, target ${target}: ${fault}`)
      }
    }
  }
  return [...faults].slice(0, 20)
}

const GOAL = /^Del nivel ([\d,]+) al (\d) en «(.+)»\. Así se ve el nivel (\d): (.+)$/su

function faultsOf(section: Section, levels: readonly (number | null)[], target: number): string[] {
  const steps = nextSteps(section, levels, target)
  const known = levels.filter(level => level !== null)
  const lowest = Math.min(...known.map(reachedLevel))
  if (steps.length === 0) return known.some(level => level < target) ? ['no advice'] : []
  return steps.flatMap(step => {
    const shown = GOAL.exec(step)
    if (!shown) {
      const from = [1, 2, 3, 4, 5].find(level => section.recommendations[level]?.includes(step))
      if (from === undefined) return [`no recommendation: ${step}`]
      return from < lowest ? [`for level ${from}, which all have left: ${step}`] : []
    }
    const [, from = '', to, text, same, option] = shown
    const at = section.questions.findIndex(question => question.text === text)
    const [question, level, goal] = [section.questions[at], levels[at], Number(to)]
    const right =
      typeof level === 'number' &&
      Number(from.replace(',', '.')) === level &&
      goal >= 3 &&
      goal > reachedLevel(level) &&
      to === same &&
      question?.options[goal - 1] === option
    return right ? [] : [`wrong goal: ${step}`]
  })
}
