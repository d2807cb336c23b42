import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import data from '#content/dama-dmbok2.es.json' with { type: 'json' }
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createInvitation,
  createPaidItem,
  createProduct,
  createProfile,
  findProduct,
  type TestItem,
  type TestProfile,
} from '#tests/support/factories.ts'
import { createInvited } from '#tests/support/respondents.ts'
import { findItemResults, findResults } from './find-results.server.ts'
import { findBoughtItem, findBoughtRun, readsOwnResults, runsOfItem } from './results.server.ts'
import { chooseTargets, findItemTargets } from './targets/choose-targets.server.ts'

const dama = questionnaireSchema.parse(data)
const MISSING = { state: 'missing' }

let database: TestDatabase
let buyer: TestProfile
let item: TestItem
let invited: { id: string; email: string }

beforeAll(async () => {
  database = await cloneDatabase()
  const { ownerPool } = database
  buyer = await createProfile(ownerPool)
  const product = await findProduct(ownerPool)
  item = await createPaidItem(ownerPool, { userId: buyer.id, productId: product.id, seats: 5 })
  invited = await createInvitation(ownerPool, { itemId: item.item_id, userId: buyer.id, name: 'Pedro Soto' })
  await answer(invited.id, 4, { done: true })
})
afterAll(() => database.close())

/** A run of an access with one option for all closed questions. */
async function answer(accessId: string, option: number, { done }: { done: boolean }) {
  const { ownerPool } = database
  await ownerPool.query(
    `update user_accesses set status = $2, accessed_at = now(), completed_at = case when $3 then now() end where id = $1`,
    [accessId, done ? 'completed' : 'in_use', done],
  )
  const run = await ownerPool.query<{ id: string }>(
    `insert into assessment_runs (full_name, corporate_email, position, organizational_unit, data_role, company_name, invitation_code,
       validated_access_id, questionnaire_id, questionnaire_version, start_time, end_time, duration_seconds, status, closed_by,
       privacy_notice_version)
     values ('Pedro Soto', 'pedro@example.cl', 'Jefe', 'Datos', 'Custodio', 'Frutos', 'AC-23456789', $1, 'dama-dmbok2', 1,
       '2026-03-10T12:00:00Z', case when $2 then '2026-03-10T13:05:00Z'::timestamptz end, case when $2 then 3900 end,
       case when $2 then 'completed' else 'in_progress' end, case when $2 then 'respondent' end, '1')
     returning id`,
    [accessId, done],
  )
  await ownerPool.query(
    `insert into run_answers (run_id, field, option, client_seq) select $1, field, $3, 1 from unnest($2::text[]) field`,
    [run.rows[0]?.id, dama.sections.flatMap(section => section.questions.map(question => question.field)), option],
  )
  await ownerPool.query(
    `insert into run_answers (run_id, field, text, client_seq) values ($1, 'governance_challenges', 'Faltan roles', 1)`,
    [run.rows[0]?.id],
  )
}

describe('the results of an access', () => {
  // shows: A2.28
  it('contain person, duration, levels and answers', async () => {
    const found = await findResults(database.db, buyer.id, invited.id)
    expect(found).toMatchObject({
      state: 'found',
      results: {
        item_id: item.item_id,
        evaluee: { name: 'Pedro Soto', position: 'Jefe' },
        duration: '1 h 5 min',
        date: '10/03/2026',
        in_progress: false,
        report: { completeness: 100, overall: { mean: 4, level: 4, word: 'Medido', tone: 'good' } },
      },
    })
    const [section] = found.state === 'found' ? found.results.report.sections : []
    expect(section?.open[0]?.answer).toBe('Faltan roles')
  })

  // shows: A4.21
  it('leave out what nobody was asked for, or what was erased', async () => {
    const alone = await createPaidItem(database.ownerPool, {
      userId: buyer.id,
      productId: (await findProduct(database.ownerPool)).id,
    })
    await answer(alone.owner_access_id, 3, { done: false })
    await database.ownerPool.query(
      `update assessment_runs set position = 'No especificado', organizational_unit = 'No especificado', data_role = 'Sin dato'
       where validated_access_id = $1`,
      [alone.owner_access_id],
    )
    expect(await findResults(database.db, buyer.id, alone.owner_access_id)).toMatchObject({
      results: { evaluee: { name: 'Pedro Soto', position: '', unit: '', role: '', company: 'Frutos' } },
    })
  })

  it("are one's own for who answered the own access, not for a buyer who reads somebody else's", async () => {
    const reads = (userId: string, accessId: string) =>
      asActor(database.db, { kind: 'user', userId }, tx => readsOwnResults(tx, userId, accessId))
    const stranger = await createProfile(database.ownerPool)
    expect(await reads(buyer.id, item.owner_access_id)).toBe(true)
    expect(await reads(buyer.id, invited.id)).toBe(false)
    expect(await reads(stranger.id, item.owner_access_id)).toBe(false)
  })

  it('are empty before the start, and say so during the run', async () => {
    expect(await findResults(database.db, buyer.id, item.owner_access_id)).toEqual({ state: 'empty' })
    const other = await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id })
    await answer(other.id, 2, { done: false })
    const during = await findResults(database.db, buyer.id, other.id)
    expect(during).toMatchObject({
      state: 'unfinished',
      results: { in_progress: true, date: 'En progreso', duration: 'En progreso', report: { total: 40 } },
    })
    // What is being written is nobody's yet, whoever reads the table.
    expect(JSON.stringify(during)).not.toContain('Faltan roles')
    const read = () =>
      asActor(database.db, { kind: 'user', userId: buyer.id }, tx =>
        tx
          .selectFrom('run_answers as answer')
          .innerJoin('assessment_runs as run', 'run.id', 'answer.run_id')
          .select('answer.field')
          .where('run.validated_access_id', '=', other.id)
          .execute(),
      )
    expect(await read()).toEqual([])
    await database.ownerPool.query(
      `update assessment_runs set status = 'completed', end_time = now(), duration_seconds = 1, closed_by = 'respondent'
       where validated_access_id = $1`,
      [other.id],
    )
    expect(await read()).not.toEqual([])
  })

  // shows: A6.10
  it('are missing for others, and for an unknown id', async () => {
    const stranger = await createProfile(database.ownerPool)
    const admin = await createProfile(database.ownerPool, { role: 'admin' })
    expect(await findResults(database.db, stranger.id, invited.id)).toEqual(MISSING)
    expect(await findResults(database.db, admin.id, invited.id)).toEqual(MISSING)
    expect(await findResults(database.db, buyer.id, '00000000-0000-4000-8000-000000000000')).toEqual(MISSING)
  })

  it('have their buyer in the WHERE, which restricts staff too', async () => {
    const admin = await createProfile(database.ownerPool, { role: 'admin' })
    const asStaff = <Value>(work: Parameters<typeof asActor<Value>>[2]) =>
      asActor(database.db, { kind: 'admin', userId: admin.id }, work)
    expect(await asStaff(tx => findBoughtRun(tx, admin.id, invited.id))).toBeUndefined()
    expect(await asStaff(tx => findBoughtItem(tx, admin.id, item.item_id))).toBeUndefined()
    expect(await asStaff(tx => runsOfItem(tx, admin.id, item.item_id))).toEqual([])
  })

  it('are missing once the access is revoked', async () => {
    const gone = await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id })
    await database.ownerPool.query(`update user_accesses set status = 'revoked' where id = $1`, [gone.id])
    expect(await findResults(database.db, buyer.id, gone.id)).toEqual(MISSING)
  })
})

describe('the results of a confidential item', () => {
  it("are the buyer's own alone, and for others only whether they are completed", async () => {
    const product = await findProduct(database.ownerPool)
    const own = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 4 })
    await database.ownerPool.query("update order_items set result_mode = 'confidential' where id = $1", [own.item_id])
    const done = await createInvitation(database.ownerPool, { itemId: own.item_id, userId: buyer.id, name: 'Rosa' })
    const half = await createInvitation(database.ownerPool, { itemId: own.item_id, userId: buyer.id, name: 'Raúl' })
    await answer(own.owner_access_id, 3, { done: true })
    await answer(done.id, 2, { done: true })
    await answer(half.id, 5, { done: false })
    expect(await findResults(database.db, buyer.id, done.id)).toEqual({ state: 'confidential' })
    expect(await findResults(database.db, buyer.id, half.id)).toEqual({ state: 'confidential' })
    expect(await findResults(database.db, buyer.id, own.owner_access_id)).toMatchObject({ state: 'found' })
    const { people } = (await findItemResults(database.db, buyer.id, own.item_id)) ?? {}
    expect(people?.find(person => person.name === 'Rosa')).toMatchObject({ confidential: true, overall: null })
    expect(people?.find(person => person.name === 'Raúl')).toMatchObject({ confidential: true, accessed_at: null })
    expect(people?.find(person => !person.confidential)?.overall?.mean).toBe(3)
  })
})

describe('the results of an item', () => {
  it('list everybody, completed ones with their level', async () => {
    const product = await findProduct(database.ownerPool)
    const own = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 3 })
    const done = await createInvitation(database.ownerPool, { itemId: own.item_id, userId: buyer.id, name: 'Rosa' })
    const half = await createInvitation(database.ownerPool, { itemId: own.item_id, userId: buyer.id, name: 'Raúl' })
    await answer(done.id, 2, { done: true })
    await answer(half.id, 5, { done: false })
    const found = await findItemResults(database.db, buyer.id, own.item_id)
    expect(found).toMatchObject({ seats: 3, used_seats: 3, order_number: own.order_number })
    expect(found?.people.map(person => [person.name, person.overall?.mean, person.overall?.word])).toEqual([
      ['Rosa', 2, 'Repetible'],
      ['Ana Rojas', undefined, undefined],
      ['Raúl', undefined, undefined],
    ])
  })

  it('work for an item without a questionnaire', async () => {
    const product = await createProduct(database.ownerPool)
    const bare = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id })
    expect((await findItemResults(database.db, buyer.id, bare.item_id))?.people).toHaveLength(1)
  })

  it('have pages of fifty; an unknown page is the last one', async () => {
    const product = await findProduct(database.ownerPool)
    const own = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 60 })
    for (let index = 0; index < 51; index += 1) {
      await createInvitation(database.ownerPool, { itemId: own.item_id, userId: buyer.id })
    }
    const first = await findItemResults(database.db, buyer.id, own.item_id)
    const last = await findItemResults(database.db, buyer.id, own.item_id, 99)
    expect([first?.people.length, first?.page, first?.pages]).toEqual([50, 1, 2])
    expect([last?.people.length, last?.page]).toEqual([2, 2])
    const ids = [...(first?.people ?? []), ...(last?.people ?? [])].map(person => person.access_id)
    expect(new Set(ids).size).toBe(52)
  })

  it('are hidden from others', async () => {
    const stranger = await createProfile(database.ownerPool)
    expect(await findItemResults(database.db, stranger.id, item.item_id)).toBeUndefined()
  })

  it('take the same number of queries for many people as for one', async () => {
    const counted = { queries: 0 }
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => {
        counted.queries += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    // The questionnaire is read once per process.
    await findItemResults(db, buyer.id, item.item_id)
    counted.queries = 0
    await findItemResults(db, buyer.id, item.item_id)
    expect(counted.queries).toBe(2)
  })
})

describe('targets of a round', () => {
  type Typed = readonly (number | string)[]
  const ONES = dama.sections.map(() => 1)
  const INVALID = 'Elige un nivel y una importancia para cada área.'
  const choose = (userId: string, itemId: string, levels: Typed, weights: Typed = ONES) =>
    chooseTargets(database.db, {
      userId,
      itemId,
      form: Object.fromEntries([
        ...levels.map((level, index) => [`target.${index + 1}`, String(level)]),
        ...weights.map((weight, index) => [`weight.${index + 1}`, String(weight)]),
      ]),
    })

  it('are set before the first answer, measure its results, and are fixed from then on', async () => {
    const { buyer, item, invitation } = await createInvited(database.ownerPool)
    const input = { userId: buyer.id, itemId: item.item_id }
    const proposed = await findItemTargets(database.db, input)
    expect(proposed?.areas.map(({ target, weight }) => [target.selected, weight.selected])).toEqual(
      dama.sections.map(({ targetLevel, weight }) => [targetLevel, weight]),
    )
    expect(await choose(buyer.id, item.item_id, [5, ...ONES.slice(1)])).toBe(true)
    expect((await findItemTargets(database.db, input))?.areas[0]).toMatchObject({
      target: { selected: 5, proposed: 4 },
      weight: { selected: 1, proposed: 3 },
    })
    await answer(invitation.id, 4, { done: true })
    expect(await findItemTargets(database.db, input)).toBeUndefined()
    await expect(choose(buyer.id, item.item_id, ONES)).rejects.toThrow('Ya hay respuestas')
    const results = await findResults(database.db, buyer.id, invitation.id)
    const sections = results.state === 'found' ? results.results.report.sections : []
    expect(sections.slice(0, 2)).toMatchObject([
      { target: 5, distance: 1 },
      { target: 1, distance: 0 },
    ])
  })

  it("are nobody else's to set: levels from 1 to 5 and importances from 1 to 3 of every area", async () => {
    const { buyer, item } = await createInvited(database.ownerPool)
    const stranger = await createProfile(database.ownerPool)
    expect(await choose(stranger.id, item.item_id, ONES)).toBe(false)
    expect(await findItemTargets(database.db, { userId: stranger.id, itemId: item.item_id })).toBeUndefined()
    for (const wrong of [[], ONES.slice(1), [6, ...ONES.slice(1)], ['x', ...ONES.slice(1)]])
      await expect(choose(buyer.id, item.item_id, wrong)).rejects.toThrow(INVALID)
    for (const wrong of [[], ONES.slice(1), [4, ...ONES.slice(1)], [0, ...ONES.slice(1)]])
      await expect(choose(buyer.id, item.item_id, ONES, wrong)).rejects.toThrow(INVALID)
  })
})
