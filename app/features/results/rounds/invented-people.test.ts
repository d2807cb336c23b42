import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listClosedQuestions } from '#app/features/questionnaires/questionnaire.ts'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { beginRun } from '#app/features/questionnaires/runs/begin-run.server.ts'
import { completeRun } from '#app/features/questionnaires/runs/complete-run.server.ts'
import { openAccess } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { saveAnswers } from '#app/features/questionnaires/runs/save-answer.server.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import data from '#content/madurez-digital.es.json' with { type: 'json' }
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createInvitation,
  createPaidItem,
  createProfile,
  findProduct,
  type TestProfile,
} from '#tests/support/factories.ts'
import { DETAILS } from '#tests/support/respondents.ts'
import { publishResults } from './publish-results.server.ts'

const QUESTIONNAIRE = questionnaireSchema.parse(data)
const FIELDS = listClosedQuestions(QUESTIONNAIRE).map(({ field }) => field)
/** Purchases are made now: what is answered before them is refused. */
const START = new Date()
const OFFICE = '198.51.100.7'
const TOO_FEW = 'hacen falta al menos cinco personas distintas que hayan terminado'

let database: TestDatabase
let buyer: TestProfile
beforeAll(async () => {
  database = await cloneDatabase()
  buyer = await createProfile(database.ownerPool, { email: 'rrhh@losaromos.example' })
})
afterAll(() => database.close())

async function buy() {
  const product = await findProduct(database.ownerPool, 'madurez-digital')
  const { item_id } = await createPaidItem(database.ownerPool, {
    userId: buyer.id,
    productId: product.id,
    seats: 20,
    mode: 'business',
  })
  await database.ownerPool.query("update order_items set result_mode = 'confidential' where id = $1", [item_id])
  return item_id
}

const after = (seconds: number) => new Date(START.getTime() + 1000 * seconds)

type Person = {
  email: string
  browser: string
  network?: string
  /** When the page is opened, and each answer saved, in seconds. */
  opened?: number
  saved: readonly number[]
}

/** Opens, answers and completes an access as its person's browser does, at these times. */
async function answer(itemId: string, { email, browser, network = OFFICE, opened = 0, saved }: Person) {
  const { id: accessId, code } = await createInvitation(database.ownerPool, { itemId, userId: buyer.id, email })
  const access = await openAccess(database, { email, access_code: code, address: network, browser }, after(opened))
  if (!access.ok) throw new Error(access.error.code)
  const actor = { kind: 'respondent', sessionHash: digestOf(access.value.token) } as const
  const begun = await beginRun(database.db, {
    actor,
    accessId,
    details: DETAILS,
    userId: undefined,
    privacyNoticeVersion: '1',
    promised: 'confidential',
    now: after(opened),
  })
  if (!begun.ok) throw new Error(begun.error.code)
  const { runId } = begun.value
  for (const [index, field] of FIELDS.entries()) {
    const at = saved[Math.min(index, saved.length - 1)] ?? 0
    await saveAnswers(database, actor, {
      runId,
      accessId,
      questionnaireId: QUESTIONNAIRE.id,
      questionnaireVersion: QUESTIONNAIRE.version,
      answers: [{ field, value: 1 + ((index + email.length) % 5), seq: index }],
      currentSection: 1,
      activeSeconds: 1,
      now: after(at),
    })
  }
  await completeRun(database, actor, { runId, accessId, now: after(saved.at(-1) ?? 0) })
}

async function answerEach(itemId: string, people: readonly Person[]) {
  for (const person of people) await answer(itemId, person)
}
const publish = (itemId: string) =>
  publishResults(database.db, { userId: buyer.id, itemId, number: 1, now: after(86_400) })
const find = (itemId: string) => findConsolidated(database.db, buyer.id, itemId)

/** One answer after another, at so many seconds each. */
const paced = (from: number, each: number) => FIELDS.map((_, index) => from + each * index)
const colleague = (index: number, saved: readonly number[]): Person => ({
  email: `persona${'a'.repeat(index)}@losaromos.example`,
  browser: `own ${index}`,
  saved,
})
/** Four accounts of the buyer, whose mailboxes are of the buyer's own domain. */
const invented = (of: (index: number) => Partial<Person> & { saved: readonly number[] }): Person[] =>
  [0, 1, 2, 3].map(index => ({
    email: `inventada${'b'.repeat(index)}@losaromos.example`,
    browser: 'of the buyer',
    ...of(index),
  }))

describe('honest people', () => {
  // shows: A2.49
  it('on one office network at 200 words a minute are published', async () => {
    const itemId = await buy()
    // 1,401 words in sixteen questions are 26 seconds each.
    await answerEach(
      itemId,
      Array.from({ length: 8 }, (_, index) => colleague(index, paced(5 * index, 26))),
    )
    expect(await publish(itemId)).toBe(true)
    expect((await find(itemId))?.figures?.people).toBe(8)
  })

  it('one after another at one computer are published', async () => {
    const itemId = await buy()
    await answerEach(
      itemId,
      Array.from({ length: 5 }, (_, index) => ({ ...colleague(index, paced(600 * index, 26)), browser: 'kiosk' })),
    )
    expect(await publish(itemId)).toBe(true)
  })
})

describe('four accounts of the buyer', () => {
  const fifth = colleague(0, paced(0, 26))

  // shows: A2.49
  it.each<[string, Person[]]>([
    [
      'started at once, left open for 241 s, answered in 5 s each',
      invented(index => ({ saved: [241 + 5 * index, 246 + 5 * index] })),
    ],
    ['first answered, left open, and then answered to the end', invented(index => ({ saved: [index, 241 + index] }))],
    ['answered by turns', invented(index => ({ saved: paced(index, 20) }))],
    [
      'answered fast, one after another, with cookies cleared between',
      invented(index => ({ browser: `cleared ${index}`, saved: paced(100 * index, 5) })),
    ],
    [
      'answered fast by a script from different networks that keeps its cookie',
      invented(index => ({ network: `203.0.113.${index + 1}`, saved: paced(100 * index, 0.1) })),
    ],
  ])("%s don't expose the fifth person", async (_, accounts) => {
    const itemId = await buy()
    await answerEach(itemId, [...accounts, fifth])
    await expect(publish(itemId)).rejects.toThrow(TOO_FEW)
    // The refusal closes nothing: four more people answer, and the round is published.
    await answerEach(
      itemId,
      [1, 2, 3, 4].map(index => colleague(index, paced(1000, 26))),
    )
    expect(await publish(itemId)).toBe(true)
  })

  it('opened elsewhere many times before do not hide where they are answered', async () => {
    const itemId = await buy()
    await answerEach(itemId, [...invented(index => ({ saved: [index, 241 + index] })), fifth])
    // As if each had been opened in twenty other browsers first: the database keeps all of them.
    const { rows } = await database.ownerPool.query<{ kept: number }>(
      `with opened as (
         select private.keep_trace(id, 'other ' || place, '203.0.113.9', $2) from user_accesses cross join generate_series(1, 30) place
         where order_item_id = $1 and invited_by_user_id is not null)
       select count(*)::integer as kept from opened`,
      [itemId, START],
    )
    expect(rows).toEqual([{ kept: 150 }])
    const traces = await database.ownerPool.query(
      `select count(*)::integer as kept from private.respondent_traces trace
       join user_accesses access on access.id = trace.access_id where access.order_item_id = $1`,
      [itemId],
    )
    expect(traces.rows).toEqual([{ kept: 155 }])
  })

  // What docs/confidentiality.md says an invented person costs.
  it('with mailboxes and browsers of their own that take the time to read can not be told from people', async () => {
    const itemId = await buy()
    await answerEach(itemId, [
      ...invented(index => ({ browser: `private window ${index}`, saved: [index, 142 + index] })),
      fifth,
    ])
    expect(await publish(itemId)).toBe(true)
  })
})
