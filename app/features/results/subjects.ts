import type { ClosedQuestion } from '#app/features/questionnaires/questionnaire.ts'
import { cutText } from '#app/kernel/text.ts'

/** A question that shares this part of the most telling words with a text may be what the text is about, too. */
const AS_LIKELY = 0.6

/** Letters that tell a word from others, whatever its ending. */
const STEM = 6

type Words = ReadonlySet<string>

type Known = { words: ReadonlyMap<string, Words>; subjects: Map<string, ReadonlySet<string>> }

/** What the questions of a section say and what texts are about, which every result of an area asks for again. */
const known = new WeakMap<readonly ClosedQuestion[], Known>()

function knownOf(questions: readonly ClosedQuestion[]): Known {
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
export function subjectsOf(text: string, questions: readonly ClosedQuestion[]): ReadonlySet<string> {
  const { words, subjects } = knownOf(questions)
  const before = subjects.get(text)
  if (before) return before
  const said = wordsOf(text)
  const all = [...words.values()]
  const scores = [...words].map(([field, own]) => [field, sharedWeight(said, own, all)] as const)
  const most = Math.max(...scores.map(([, score]) => score))
  const found = new Set(scores.filter(([, score]) => score >= AS_LIKELY * most).map(([field]) => field))
  subjects.set(text, found)
  return found
}

/** 'No sé / lo desconozco' is the same everywhere. */
const wordsOfQuestion = ({ text, options }: ClosedQuestion): Words => wordsOf([text, ...options.slice(0, -1)].join(' '))

const sharedWeight = (text: Words, own: Words, all: readonly Words[]): number =>
  [...text]
    .filter(word => own.has(word))
    .reduce((sum, word) => sum + Math.log(all.length / all.filter(words => words.has(word)).length), 0)

/** The beginnings of the longer words without accents, so that 'políticas' and 'política', 'revisa' and 'revisión' are the same. */
const wordsOf = (text: string): Words =>
  new Set(
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z]{4,}/g)
      ?.map(word => cutText(word, STEM)),
  )
