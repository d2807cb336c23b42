import type { AnswerValue } from './questionnaire.ts'

export type StoredAnswer = { field: string; option: number | null; text: string | null; client_seq: number }

/** Stored rows as the value and the client sequence of each field. */
export function answersByField(rows: readonly StoredAnswer[]): {
  answers: Record<string, AnswerValue>
  sequences: Record<string, number>
} {
  const answers: Record<string, AnswerValue> = {}
  const sequences: Record<string, number> = {}
  for (const { field, option, text, client_seq } of rows) {
    answers[field] = option ?? text ?? ''
    sequences[field] = client_seq
  }
  return { answers, sequences }
}
