import { type Goal, LOWEST_GOAL } from '#app/features/questionnaires/plan.ts'
import type { ClosedQuestion, Section } from '#app/features/questionnaires/questionnaire.ts'
import { cutText } from '#app/kernel/text.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { reachedLevel } from './scoring.ts'

/** A question that shares this part of the most telling words with a text may be what the text is about, too. */
const AS_LIKELY = 0.6

/** Letters that tell a word from others, whatever its ending. */
const STEM = 6

type Words = ReadonlySet<string>

type Known = { words: ReadonlyMap<string, Words>; subjects: Map<string, ReadonlySet<string>> }

/** What the questions of a section say and what texts are about, which every result of an area asks for again. */
const known = new WeakMap<readonly ClosedQuestion[], Known>()

function readKnown(questions: readonly ClosedQuestion[]): Known {
  const found = known.get(questions)
  if (found) return found
  const read = {
    words: new Map(questions.map(question => [question.field, wordsOfQuestion(question)])),
    subjects: new Map(),
  }
  known.set(questions, read)
  return read
}

/**
 * The questions of a section that a recommendation is probably about: those whose question and options share the most
 * words with it, where a word that fewer questions have says more (inverse document frequency). All questions where it
 * shares no telling word with any. It rather returns one too many, because a recommendation for what is done already is
 * worse than one less.
 * @returns their fields.
 */
function findSubjects(text: string, questions: readonly ClosedQuestion[]): ReadonlySet<string> {
  const { words, subjects } = readKnown(questions)
  const before = subjects.get(text)
  if (before) return before
  const said = readWords(text)
  const all = [...words.values()]
  const scores = [...words].map(([field, own]) => [field, sharedWeight(said, own, all)] as const)
  const most = Math.max(...scores.map(([, score]) => score))
  const found = new Set(scores.filter(([, score]) => score >= AS_LIKELY * most).map(([field]) => field))
  subjects.set(text, found)
  return found
}

/** 'No sé / lo desconozco' is the same everywhere. */
const wordsOfQuestion = ({ text, options }: ClosedQuestion): Words =>
  readWords([text, ...options.slice(0, -1)].join(' '))

const sharedWeight = (text: Words, own: Words, all: readonly Words[]): number =>
  [...text]
    .filter(word => own.has(word))
    .reduce((sum, word) => sum + Math.log(all.length / all.filter(words => words.has(word)).length), 0)

/** The beginnings of the longer words without accents, so that 'políticas' and 'política', 'revisa' and 'revisión' are the same. */
const readWords = (text: string): Words =>
  new Set(
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z]{4,}/g)
      ?.map(word => cutText(word, STEM)),
  )

/** Steps of an area whose questions are on different levels, at most. */
const MOST = 3

type ReachedQuestion = ClosedQuestion & { level: number; reached: number }

/**
 * What to do next in an area, never with a goal below level 3, or at or below what is reached. The recommendations of a
 * questionnaire speak of the whole area at one level: all of them hold when all its questions are on it. Otherwise those
 * hold that are about questions below the target, and of nothing that is beyond their level, so that nobody is told to begin what they
 * already have. An option's text is no advice: where no recommendation holds, it shows how the goal looks.
 * @param levels of the section's questions in their order; null without one.
 * @param target the level that the area should reach.
 */
export function nextSteps(section: Section, levels: readonly (number | null)[], target: number): readonly string[] {
  const questions = section.questions.flatMap((question, index): ReachedQuestion[] => {
    const level = levels[index] ?? null
    return level === null ? [] : [{ ...question, level, reached: reachedLevel(level) }]
  })
  const [first] = questions
  if (!first) return []
  if (questions.every(({ reached }) => reached === first.reached)) {
    return levelsToLeave(first.reached).flatMap(level => recommendationsAt(section, level))
  }
  const below = questions
    .filter(({ level }) => level < target)
    .toSorted((a, b) => a.level - b.level || a.number - b.number)
  const recommended = below.flatMap(question => recommendationsFor(section, question, questions))
  const steps = recommended.length > 0 ? [...new Set(recommended)] : below.map(howTheGoalLooks)
  return steps.slice(0, MOST)
}

/** From levels 1 and 2 the way leads to 3, from the others to the next one; level 5 is kept by its own recommendations. */
const levelsToLeave = (reached: number): number[] =>
  reached < LOWEST_GOAL - 1 ? [reached, LOWEST_GOAL - 1] : [reached]

const recommendationsAt = ({ recommendations }: Section, level: number): readonly string[] =>
  recommendations[String(level)] ?? []

/**
 * The recommendations that lead a question to a goal: those of the level below it which are about the question, and about none that is
 * known to have reached the goal.
 * @param goal from 3 on, so the recommendations of level 1, which lead to 2, are never among them.
 * @param reached the level of the section's questions, by field; null or missing where it is not known.
 */
export const recommendationsToward = (
  section: Section,
  { field, goal }: { field: string; goal: Goal },
  reached: ReadonlyMap<string, number | null>,
): string[] =>
  recommendationsAt(section, goal - 1).filter(text => {
    const subjects = findSubjects(text, section.questions)
    return subjects.has(field) && [...subjects].every(subject => (reached.get(subject) ?? 0) < goal)
  })

/** Those about a question which ask for nothing that any question they are about has left behind. */
const recommendationsFor = (
  section: Section,
  question: ReachedQuestion,
  questions: readonly ReachedQuestion[],
): string[] =>
  levelsToLeave(question.reached).flatMap(level =>
    recommendationsAt(section, level).filter(text => {
      const subjects = findSubjects(text, section.questions)
      return (
        subjects.has(question.field) &&
        questions.every(({ field, reached }) => !subjects.has(field) || reached <= level)
      )
    }),
  )

function howTheGoalLooks({ text, level, reached, options }: ReachedQuestion): string {
  const goal = Math.max(LOWEST_GOAL, reached + 1)
  const from = Number.isInteger(level) ? String(level) : formatLevel(level)
  return `Del nivel ${from} al ${goal} en «${text}». Así se ve el nivel ${goal}: ${options[goal - 1] ?? ''}`
}
