import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { writeConsolidated } from '#app/features/results/consolidated/consolidated.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import type { ShownRound } from '#app/features/results/shown.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import data from '#content/dama-dmbok2.es.json' with { type: 'json' }
import { answerAll, completePeople, invitePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'
import { type AnsweringPerson, tallyPeople } from '#tests/support/tallies.ts'
import { publishResults } from './publish-results.server.ts'

const dama = questionnaireSchema.parse(data)
const fields = dama.sections.flatMap(section => section.questions.map(({ field }) => field))
const NOW = new Date('2026-11-24T15:00:00Z')

let database: TestDatabase
let buyer: TestProfile
let productId: string

beforeAll(async () => {
  database = await cloneDatabase()
  buyer = await createProfile(database.ownerPool, { email: 'compradora@example.cl' })
  productId = (await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })).id
})
afterAll(() => database.close())

async function buy(mode: 'nominative' | 'confidential' = 'confidential') {
  const { item_id, owner_access_id } = await createPaidItem(database.ownerPool, {
    userId: buyer.id,
    productId,
    seats: 60,
    mode: 'business',
  })
  await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [item_id, mode])
  return { itemId: item_id, userId: buyer.id, owner_access_id }
}

const publish = (itemId: string, number = 1, userId = buyer.id) =>
  publishResults(database.db, { userId, itemId, number, now: NOW })
const find = (itemId: string, round?: ShownRound) => findConsolidated(database.db, buyer.id, itemId, { round })

const answersOf = (seed: number) =>
  Object.fromEntries(fields.map((field, index) => [field, 1 + ((seed + index + ((seed * index) % 3)) % 5)]))
const crowd = (count: number, area: string, from = 0): AnsweringPerson[] =>
  Array.from({ length: count }, (_, index) => ({ answers: answersOf(from + index), area, position: 'analista' }))
const complete = (item: { itemId: string; userId: string }, people: readonly AnsweringPerson[]) =>
  completePeople(database.ownerPool, item, people)
const TOO_FEW = 'hacen falta al menos cinco personas distintas que hayan terminado'

describe('the results of a confidential item', () => {
  // shows: A2.49
  it('are shown once they are published, and looking never changes them', async () => {
    const item = await buy()
    await answerAll(database.ownerPool, 'dama-dmbok2', [item.owner_access_id], crowd(1, 'Legal'))
    await complete(item, crowd(5, 'Legal'))
    expect(await find(item.itemId)).toMatchObject({ figures: null, waiting: 5, rounds: [], round: null })
    expect(await publish(item.itemId)).toBe(true)
    const published = await find(item.itemId)
    // The buyer's own answers are in no round: subtracting them would reveal others'.
    expect(published?.figures).toEqual(writeConsolidated(dama, tallyPeople(dama, crowd(5, 'Legal')), 'confidential'))
    expect(published).toMatchObject({ waiting: 0, rounds: [{ number: 1, closed_at: NOW, people: 5 }], round: 1 })
    await complete(item, crowd(7, 'Ventas', 5))
    expect((await find(item.itemId))?.figures).toEqual(published?.figures)
    expect((await find(item.itemId))?.waiting).toBe(7)
  })

  it('come in rounds, each with its own people, with its own figures', async () => {
    const item = await buy()
    await complete(item, crowd(6, 'Legal'))
    await publish(item.itemId)
    const first = await find(item.itemId)
    await complete(item, crowd(4, 'Legal', 6))
    await expect(publish(item.itemId, 2)).rejects.toThrow(TOO_FEW)
    await complete(item, crowd(2, 'Legal', 10))
    expect(await publish(item.itemId, 2)).toBe(true)
    expect(await find(item.itemId)).toMatchObject({
      round: 2,
      figures: { people: 6 },
    })
    expect((await find(item.itemId, 1))?.figures).toEqual(first?.figures)
    expect((await find(item.itemId, 9))?.round).toBe(2)
  })

  it('are added up over all rounds, with the texts that each of them shows', async () => {
    const item = await buy()
    const writing = (count: number, area: string, from: number) =>
      crowd(count, area, from).map((person, index) => ({
        ...person,
        answers: { ...person.answers, governance_challenges: `${area} ${index}` },
      }))
    await complete(item, writing(8, 'Legal', 0))
    await publish(item.itemId)
    // One round alone is no sum.
    expect(await find(item.itemId, 'all')).toMatchObject({ round: 1, addable: false })
    await complete(item, [...writing(9, 'Legal', 8), ...crowd(6, 'Ventas', 20)])
    await publish(item.itemId, 2)
    const all = await find(item.itemId, 'all')
    expect(all).toMatchObject({ round: 'all', addable: true, figures: { people: 23 } })
    expect(all?.figures?.areas.groups.map(({ name, people }) => [name, people])).toEqual([['Legal', 17]])
    expect(all?.figures?.areas.rest).toMatchObject({ name: 'Otras áreas', people: 6 })
    const open = all?.figures?.sections.flatMap(section => section.open).find(({ total }) => total > 0)
    expect(open?.total).toBe(17)
    expect((await find(item.itemId, 1))?.figures?.people).toBe(8)
  })

  it('are published once by two clicks, and audited', async () => {
    const item = await buy()
    await complete(item, crowd(12, 'Legal'))
    const clicks = await Promise.all([1, 2, 3].map(() => publish(item.itemId)))
    expect(clicks).toEqual([true, true, true])
    expect((await find(item.itemId))?.rounds).toHaveLength(1)
    const audit = await database.ownerPool.query(
      'select action, actor_user_id, after from audit_log where entity_id = $1',
      [item.itemId],
    )
    expect(audit.rows).toEqual([
      { action: 'results_published', actor_user_id: buyer.id, after: { round: 1, people: 12 } },
    ])
  })

  it('are published by whoever coordinates the purchase, and only of confidential ones', async () => {
    const item = await buy()
    await complete(item, crowd(5, 'Legal'))
    const stranger = await createProfile(database.ownerPool)
    const admin = await createProfile(database.ownerPool, { role: 'admin' })
    for (const { id } of [stranger, admin]) {
      expect(await publish(item.itemId, 1, id)).toBe(false)
    }
    const open = await buy('nominative')
    await expect(publish(open.itemId)).rejects.toThrow('Esta compra es nominativa')
  })

  it('keep people who lost the seat', async () => {
    const item = await buy()
    const [first] = await complete(item, crowd(6, 'Legal'))
    await publish(item.itemId)
    const before = await find(item.itemId)
    await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [first])
    expect((await find(item.itemId))?.figures).toEqual(before?.figures)
  })
})

describe('invented people', () => {
  const renamed = (accesses: readonly string[], emailOf: (index: number) => string) =>
    Promise.all(
      accesses.map((id, index) =>
        database.ownerPool.query('update user_accesses set email = $2 where id = $1', [id, emailOf(index)]),
      ),
    )

  // shows: A2.49
  it('count once by the address of one mailbox, so that a real one among them is not shown', async () => {
    const item = await buy()
    const accesses = await complete(item, crowd(5, 'Legal'))
    await renamed(accesses.slice(0, 4), index => `inven.tada+${index}@example.cl`)
    await expect(publish(item.itemId)).rejects.toThrow(TOO_FEW)
    await complete(item, crowd(3, 'Legal', 5))
    expect(await publish(item.itemId)).toBe(true)
  })

  it("don't count at all by the mailbox of whoever invited them", async () => {
    const item = await buy()
    const accesses = await complete(item, crowd(5, 'Legal'))
    await renamed(accesses.slice(0, 1), () => 'compra.dora+otra@example.cl')
    await expect(publish(item.itemId)).rejects.toThrow(TOO_FEW)
  })
})

describe('open answers of a round', () => {
  const writing = (count: number): AnsweringPerson[] =>
    crowd(count, 'Legal').map((person, index) => ({
      ...person,
      answers: { ...person.answers, governance_challenges: `Texto ${index}` },
    }))
  const textsOf = async (itemId: string) => (await find(itemId))?.figures?.sections[0]?.open[0]?.answers ?? []

  it('are shown when eight people wrote them, without names and in hashed order', async () => {
    const few = await buy()
    await complete(few, writing(7))
    await publish(few.itemId)
    expect(await textsOf(few.itemId)).toEqual([])
    const item = await buy()
    await complete(item, writing(15))
    await publish(item.itemId)
    const shown = await textsOf(item.itemId)
    const written = writing(15).map(({ answers }) => answers.governance_challenges)
    expect(shown.toSorted()).toEqual(written.toSorted())
    expect(shown).not.toEqual(written)
  })

  // shows: A2.50
  it("disappear together when one person's answers are erased, while the figures stay", async () => {
    const item = await buy()
    const [first] = await complete(item, writing(9))
    await publish(item.itemId)
    const before = await find(item.itemId)
    const runOf = await database.ownerPool.query<{ id: string }>(
      'select id from assessment_runs where validated_access_id = $1',
      [first],
    )
    await database.ownerPool.query('select private.erase_accesses(array[$1::uuid], now())', [first])
    expect(await textsOf(item.itemId)).toEqual([])
    const after = await find(item.itemId)
    expect(after?.figures?.overall).toEqual(before?.figures?.overall)
    expect(after?.figures?.people).toBe(9)
    const { rows } = await database.ownerPool.query(
      'select 1 from run_answers where run_id = $1 union all select 1 from private.completed_runs where run_id = $1',
      [runOf.rows[0]?.id],
    )
    expect(rows).toEqual([])
  })

  it('of somebody erased before the round is closed are in none', async () => {
    const item = await buy()
    const [first] = await complete(item, crowd(6, 'Legal'))
    await database.ownerPool.query(
      'delete from run_answers where run_id = (select id from assessment_runs where validated_access_id = $1)',
      [first],
    )
    await publish(item.itemId)
    expect((await find(item.itemId))?.figures?.people).toBe(5)
  })
})

describe('the database', () => {
  const close = (
    itemId: string,
    counted: readonly { run_id: string; person: string; block: number }[],
    kind: 'system' | 'user' = 'system',
  ) =>
    asActor(database.db, kind === 'system' ? { kind } : { kind, userId: buyer.id }, tx =>
      sql`select private.close_round(${itemId}::uuid, 1, 'dama-dmbok2', 1, ${JSON.stringify(counted)}::jsonb, '{}'::jsonb, '{}', ${NOW})`.execute(
        tx,
      ),
    )

  it('refuses to count fewer than five different people together, or anybody twice, even for the shop', async () => {
    const item = await buy()
    const accesses = await complete(item, crowd(6, 'Legal'))
    const { rows } = await database.ownerPool.query<{ id: string }>(
      'select id from assessment_runs where validated_access_id = any ($1)',
      [accesses],
    )
    const all = rows.map(({ id }) => ({ run_id: id, person: id, block: 0 }))
    const few = { constraint: 'result_rounds_of_five' }
    await expect(close(item.itemId, all.slice(0, 4))).rejects.toMatchObject(few)
    await expect(
      close(
        item.itemId,
        all.map((each, index) => ({ ...each, person: String(index % 4) })),
      ),
    ).rejects.toMatchObject(few)
    await expect(
      close(
        item.itemId,
        all.map((each, index) => ({ ...each, block: index === 0 ? 1 : 0 })),
      ),
    ).rejects.toMatchObject(few)
    await expect(close(item.itemId, [...all, ...all.slice(0, 1)])).rejects.toMatchObject({
      constraint: 'result_rounds_once',
    })
    await expect(close(item.itemId, all, 'user')).rejects.toThrow('only the shop')
  })

  it('forgets what tells people apart once they are counted', async () => {
    const item = await buy()
    const accesses = await invitePeople(database.ownerPool, item, crowd(6, 'Legal'))
    await database.ownerPool.query(
      "select private.keep_trace(id, 'b' || id, '198.51.100.7', now()) from unnest($1::uuid[]) id",
      [accesses],
    )
    const traces = async () =>
      (await database.ownerPool.query('select 1 from private.respondent_traces where access_id = any ($1)', [accesses]))
        .rowCount
    expect(await traces()).toBe(6)
    await answerAll(database.ownerPool, 'dama-dmbok2', accesses.slice(0, 5), crowd(5, 'Legal'))
    await publish(item.itemId)
    expect(await traces()).toBe(1)
  })

  it('keeps no trace of who answers in a nominative item', async () => {
    const item = await buy('nominative')
    const [access] = await invitePeople(database.ownerPool, item, [{}])
    await database.ownerPool.query("select private.keep_trace($1, 'b', '198.51.100.7', now())", [access])
    const { rows } = await database.ownerPool.query('select 1 from private.respondent_traces where access_id = $1', [
      access,
    ])
    expect(rows).toEqual([])
  })
})
