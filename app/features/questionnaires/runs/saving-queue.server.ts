import type { Kysely } from 'kysely'
import {
  type AnsweringActor,
  type PersonSaving,
  type Saving,
  type SavingOutcome,
  saveManyRunAnswers,
  saveRunAnswers,
} from '#app/features/questionnaires/questionnaires.server.ts'
import { DatabaseBusyError, isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** Saves what one person answered. */
export type SaveRun = (actor: AnsweringActor, saving: Saving) => Promise<SavingOutcome>

/** Transactions under way at once. While there are fewer nobody waits. */
const TRANSACTIONS = 3
/** People in one transaction at most: so many wait for each other's statements, a millisecond each. */
const PEOPLE = 12

/** Milliseconds that a save waits for its turn, as others wait for a connection. */
const TURN_MS = 5_000

type Waiting = PersonSaving & {
  resolve: (outcome: SavingOutcome | Promise<SavingOutcome>) => void
  reject: (error: unknown) => void
  /** Ends its waiting; undefined for one that need not wait. */
  timer?: NodeJS.Timeout
}

/**
 * Saves of many people at the same time: those that come while the database is busy with others wait and go to it
 * together. Much of a save's cost is to begin and end its transaction, and to be one of many that do so at once. Nobody's
 * failure is another one's: who was left out is saved alone, and so is everybody when all fail together.
 */
export function createSavingQueue(db: Kysely<DB>): SaveRun {
  const waiting: Waiting[] = []
  let underWay = 0

  async function work(): Promise<void> {
    underWay += 1
    while (waiting.length > 0) {
      const people = waiting.splice(0, PEOPLE)
      for (const { timer } of people) clearTimeout(timer)
      await saveTogether(people)
    }
    underWay -= 1
  }

  async function saveTogether(people: Waiting[]): Promise<void> {
    try {
      const outcomes = await saveManyRunAnswers(db, people)
      for (const [place, { actor, saving, resolve }] of people.entries()) {
        resolve(outcomes[place] ?? saveRunAnswers(db, actor, saving))
      }
    } catch (error) {
      const isOutage = isDatabaseOutage(error)
      for (const { actor, saving, resolve, reject } of people) {
        if (isOutage) reject(error)
        else resolve(saveRunAnswers(db, actor, saving))
      }
    }
  }

  return (actor, saving) =>
    new Promise((resolve, reject) => {
      const mine: Waiting = { actor, saving, resolve, reject }
      waiting.push(mine)
      if (underWay < TRANSACTIONS) return void work()
      mine.timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(mine), 1)
        reject(new DatabaseBusyError('Waited too long for others who save'))
      }, TURN_MS).unref()
    })
}
