import { afterAll, beforeAll } from 'vitest'
import { type Databases, openDatabases } from '#app/platform/database/database.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createAnswering } from '#tests/support/respondents.ts'
import { createSavingQueue, type SaveRun } from './saving-queue.server.ts'

/** With so many saves under way the next ones wait for their turn, and go together. */
export const UNDER_WAY = 3

const FIELD = 'q1_governance_framework'
export const SAVED = { touched: true, saved: [FIELD] }

export type Answering = Awaited<ReturnType<typeof createAnswering>>

/** What a respondent sends who answers the first question. */
export const savingOf = ({ runId, accessId }: Answering, option: number, seq = 1) => ({
  runId,
  accessId,
  questionnaireId: 'dama-dmbok2',
  questionnaireVersion: 1,
  answers: [{ field: FIELD, option, text: null, seq }],
  currentSection: 2,
  activeSeconds: 3,
  closedQuestions: 40,
  now: new Date(),
})

/** A queue for each test of a file, on connections of its own, and people who answer. */
export function openTestQueue() {
  let database: TestDatabase
  let own: Databases
  let save: SaveRun
  beforeAll(async () => {
    database = await cloneDatabase(8)
    own = openDatabases(database.address, 20)
    save = createSavingQueue(own.db)
  })
  afterAll(async () => {
    await own.close()
    await database.close()
  })
  return {
    database: () => database,
    own: () => own,
    save: (...saving: Parameters<SaveRun>) => save(...saving),
    people: (count: number): Promise<Answering[]> =>
      Promise.all(Array.from({ length: count }, () => createAnswering(database))),
    answered: (one: Answering, option: number, seq?: number) => save(one.respondent, savingOf(one, option, seq)),
  }
}
