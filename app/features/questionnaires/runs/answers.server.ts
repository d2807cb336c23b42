import type { Kysely } from 'kysely'
import type { AnswerValue } from '#app/features/questionnaires/questionnaire.ts'
import { type AnsweringActor, findAnswers } from '#app/features/questionnaires/questionnaires.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { findAnsweredAccess } from './runs.server.ts'

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

export type ReadAnswersFailure = { code: 'not_allowed' | 'closed' }

/**
 * The stored answers of an open run for the browser that answers it: another tab or device may have changed them.
 * @returns `closed` once the run is completed, `not_allowed` for another person's run.
 */
export async function readAnswers(
  db: Kysely<DB>,
  input: { actors: AsyncIterable<AnsweringActor>; accessId: string; runId: string },
): Promise<Result<ReturnType<typeof answersByField>, ReadAnswersFailure>> {
  for await (const actor of input.actors) {
    const found = await readAs(db, actor, async tx => {
      const [access, stored] = await Promise.all([
        findAnsweredAccess(tx, actor, input.accessId),
        findAnswers(tx, input.runId),
      ])
      if (access?.run_id !== input.runId) return undefined
      return access.run_status === 'completed' ? 'closed' : answersByField(stored)
    })
    if (found === 'closed') return err({ code: 'closed' })
    if (found) return ok(found)
  }
  return err({ code: 'not_allowed' })
}
