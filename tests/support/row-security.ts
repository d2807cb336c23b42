import { CompiledQuery } from 'kysely'
import { DatabaseError } from 'pg'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { TestDatabase } from './database.ts'

class Undone extends Error {}

/**
 * Runs statements as an actor against the database alone, without the application's checks. Always rolled back.
 * @returns the rows of the last statement and its row count, or why one was refused: a constraint, or the message.
 */
export async function askAs(
  { db }: Pick<TestDatabase, 'db'>,
  actor: Actor,
  ...statements: string[]
): Promise<{ rows: unknown[]; count: number } | { refusal: string }> {
  let answer = { rows: [] as unknown[], count: 0 }
  try {
    await asActor(db, actor, async tx => {
      for (const statement of statements) {
        const { rows, numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(statement))
        answer = { rows, count: Number(numAffectedRows ?? rows.length) }
      }
      throw new Undone()
    })
  } catch (error) {
    if (error instanceof Undone) return answer
    return { refusal: error instanceof DatabaseError ? (error.constraint ?? error.message) : String(error) }
  }
  return answer
}

/** The same as a text: the refusal, or 'done' with the row count of the last statement. */
export async function wordAs(
  database: Pick<TestDatabase, 'db'>,
  actor: Actor,
  ...statements: string[]
): Promise<string> {
  const answer = await askAs(database, actor, ...statements)
  return 'refusal' in answer ? answer.refusal : `done: ${answer.count}`
}
