import type { ClosedQuestion, Questionnaire } from './questionnaire.ts'

/** Words a minute of somebody who reads with care. */
const READING_PACE = 180
/** Words a minute that nobody exceeds who reads at all. */
const FASTEST_PACE = 600
/** Seconds to decide on an option. */
const DECIDING_SECONDS = 6

type Read = { sections: readonly { questions: readonly Pick<ClosedQuestion, 'text' | 'help' | 'options'>[] }[] }

const listQuestions = ({ sections }: Read) => sections.flatMap(({ questions }) => questions)

/** Words of what must be read to answer: closed questions with their help and options. Open questions can be left out. */
export const wordsToRead = (questionnaire: Read): number =>
  listQuestions(questionnaire)
    .flatMap(({ text, help = '', options }) => [text, help, ...options])
    .reduce((words, text) => words + (text.match(/\S+/g)?.length ?? 0), 0)

/**
 * Minutes that a questionnaire is announced with wherever it is (product, cards, notice, mails): its words at 180 a minute
 * and 6 seconds for each closed question, rounded up to whole minutes.
 */
export function announcedMinutes(questionnaire: Read): number {
  const seconds = (60 * wordsToRead(questionnaire)) / READING_PACE
  return Math.max(1, Math.ceil((seconds + DECIDING_SECONDS * listQuestions(questionnaire).length) / 60))
}

/** A questionnaire with the minutes that it is announced with: nobody types them. */
export function withAnnouncedMinutes<Content extends Read & Pick<Questionnaire, 'estimatedMinutes'>>(
  content: Content,
): Content {
  const minutes = announcedMinutes(content)
  return { ...content, estimatedMinutes: { min: minutes, max: minutes } }
}

/** Seconds below which nobody can have read a questionnaire: its words at 600 a minute. */
export const leastSeconds = (questionnaire: Read): number => (60 * wordsToRead(questionnaire)) / FASTEST_PACE
