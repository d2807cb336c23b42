import { beforeAll, expect, it } from 'vitest'
import { contextOf } from '#app/features/identity/accounts.test-support.ts'
import { createKey } from '#app/features/integrations/manage-keys.server.ts'
import { direction } from '#app/features/results/change/change.ts'
import { agreementWord, differenceText } from '#app/features/results/consolidated/agreement.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import type { ApiScope } from '#app/platform/database/values.ts'
import dama from '#content/dama-dmbok2.es.json' with { type: 'json' }
import { openTestAccounts } from '#tests/support/accounts.ts'
import { completePeople } from '#tests/support/completed-people.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { publishSector } from '#tests/support/published-sector.ts'
import { loader } from './consolidated.ts'

const { database, accounts } = await openTestAccounts()
const now = new Date()
let productId: string
let fields: string[]

beforeAll(async () => {
  productId = (await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })).id
  const { rows } = await database.ownerPool.query("select field from private.closed_fields('dama-dmbok2', 1)")
  fields = rows.map(({ field }) => field)
})

async function key(scopes: ApiScope[]): Promise<string> {
  const admin = { kind: 'admin' as const, userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  return (await createKey(database.db, { actor: admin, form: { name: 'Sistema', scopes, days: '0' }, now })).key
}

async function ask(id: string, sent?: string) {
  const url = new URL(`http://shop.test/api/v1/consolidated/${id}`)
  const headers = { authorization: `Bearer ${sent ?? (await key(['results:read']))}` }
  const context = contextOf(accounts, database)
  const answer = await loader({ request: new Request(url, { headers }), url, params: { id }, context } as never)
  return { status: answer.status, body: await answer.json() }
}

/** A purchase that people of two areas completed, whose answers differ by area in some questions and by person in others. */
async function buy(mode: 'nominative' | 'confidential' = 'nominative', userId?: string) {
  const buyer = userId === undefined ? await createProfile(database.ownerPool) : { id: userId }
  const input = { userId: buyer.id, productId, seats: 20, mode: 'business' as const }
  const item = { itemId: (await createPaidItem(database.ownerPool, input)).item_id, userId: buyer.id }
  await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [item.itemId, mode])
  const ids = await completePeople(
    database.ownerPool,
    item,
    Array.from({ length: 12 }, (_, one) => ({
      area: one % 2 === 0 ? 'Ventas' : 'Legal',
      position: one % 4 < 2 ? 'gerente' : 'analista',
      answers: Object.fromEntries<number | string>([
        ...fields.map((field, at): [string, number] => [
          field,
          at % 10 < 5 ? 2 + 2 * (one % 2) : 1 + (((one * ((at % 5) + 1)) % 5) % ((at % 5) + 1)),
        ]),
        ...(one === 1 ? [[`${fields[0]}:note`, 'Acta del comité'] as const] : []),
      ]),
    })),
  )
  return { ...item, ids }
}

it('has the agreement and the differences of the page', async () => {
  const item = await buy()
  const { status, body } = await ask(item.itemId)
  const { figures } = (await findConsolidated(database.db, item.userId, item.itemId)) ?? {}
  if (!figures) throw new Error('There are no figures')
  expect(status).toBe(200)
  expect(body).toEqual({
    order_item_id: item.itemId,
    questionnaire: { id: 'dama-dmbok2', version: 1 },
    people: 12,
    overall_level: figures.overall.mean,
    agreement: figures.agreement,
    evidence: figures.evidence,
    variance_between_areas: figures.areas.between[0],
    variance_between_positions: figures.positions.between[0],
    difference: differenceText(figures, 0),
    sections: figures.sections.map(({ title, mean, target, distance, agreement, evidence, questions }, index) => ({
      title,
      level: mean,
      target,
      distance,
      agreement,
      evidence,
      variance_between_areas: figures.areas.between[index + 1],
      variance_between_positions: figures.positions.between[index + 1],
      difference: differenceText(figures, index + 1),
      questions: questions.map(({ number, field, mean: level, agreement: figure, evidence: own }) => ({
        number,
        field,
        level,
        agreement: figure,
        agreement_word: figure === null ? null : agreementWord(figure),
        evidence: own,
      })),
    })),
    comparison: null,
    benchmark: null,
    plan: { begun: false, actions: expect.any(Array) },
  })
  expect(body.sections[0].questions[0].evidence).toEqual({ without: 5, of: 6 })
  expect(JSON.stringify(body)).not.toContain('Acta del comité')
  // Six on level 2 and six on level 4: a variance of 1.
  expect(body.sections[0].questions[0]).toMatchObject({ agreement: 0.5, agreement_word: 'Acuerdo bajo' })
  expect(body.sections[0].difference).toContain('La diferencia está entre áreas de la organización')
  expect(
    new Set(
      body.sections.flatMap((each: { questions: { agreement_word: string }[] }) =>
        each.questions.map(({ agreement_word: word }) => word),
      ),
    ).size,
  ).toBeGreaterThan(2)
})

it('has the quartiles of the sector where the organisation of the purchase takes part in the comparison', async () => {
  const item = await buy()
  const { rows } = await database.ownerPool.query(
    "insert into organisations (name, rut, created_at) values ('Los Aromos SpA', '76192083-9', now()) returning id",
  )
  const organisation = rows[0].id
  await database.ownerPool.query(
    'update orders set organisation_id = $1 where id = (select order_id from order_items where id = $2)',
    [organisation, item.itemId],
  )
  expect((await ask(item.itemId)).body.benchmark).toBeNull()
  await database.ownerPool.query("insert into private.benchmark_members values ($1, 'trade', 'small', now(), $2)", [
    organisation,
    item.userId,
  ])
  expect((await ask(item.itemId)).body.benchmark).toBeNull()
  await publishSector(database.ownerPool, { organisation, sector: 'trade', questionnaire: dama })
  const { benchmark, sections } = (await ask(item.itemId)).body
  const quartiles = { q1: 2.1, median: 2.6, q3: 3.1 }
  expect(benchmark).toEqual({
    sector: 'trade',
    size: null,
    organisations: 14,
    quarter: '2026-10-01',
    overall: quartiles,
    sections: sections.map(({ title }: { title: string }) => ({ title, ...quartiles })),
  })
})

it('has the change of the page, of the same people as of others, and never beside a confidential purchase', async () => {
  const earlier = await buy()
  const confidential = await buy('confidential', earlier.userId)
  await publish(database, confidential)
  const later = await buy('nominative', earlier.userId)
  const compared = async () => {
    const { comparison } =
      (await findConsolidated(database.db, later.userId, later.itemId, { base: earlier.itemId })) ?? {}
    if (!comparison) throw new Error('There is no comparison')
    const { baseline, method, overall, sections } = comparison
    const changed = <Row extends { change: number }>({ area, ...row }: Row & { area?: string }) => ({
      ...(area !== undefined && { title: area }),
      ...row,
      direction: direction({ interval: null, ...row }),
    })
    return {
      order_item_id: earlier.itemId,
      order_number: baseline.order_number,
      people: 12,
      method,
      overall: overall && changed(overall),
      sections: sections.map(changed),
    }
  }
  const apart = await compared()
  expect(apart.method).toBe('independent')
  expect((await ask(later.itemId)).body.comparison).toEqual(apart)
  await database.ownerPool.query(
    `update user_accesses access set email = place || '@mismo.cl' from (
       select id, row_number() over (partition by order_item_id order by created_at, id) as place from user_accesses
       where order_item_id = any ($1)) numbered where numbered.id = access.id`,
    [[earlier.itemId, later.itemId]],
  )
  const paired = await compared()
  expect(paired).toMatchObject({ method: 'paired', overall: { pairs: { people: 12 }, direction: 'unclear' } })
  expect((await ask(later.itemId)).body.comparison).toEqual(paired)
  expect((await ask(earlier.itemId)).body.comparison).toBeNull()
})

it("measures against the purchase's own targets", async () => {
  const item = await buy()
  await database.ownerPool.query(`update order_items set section_targets = '{"1": 5}' where id = $1`, [item.itemId])
  const { body } = await ask(item.itemId)
  const { level, target, distance } = body.sections[0]
  expect(target).toBe(5)
  expect(distance).toBeCloseTo(5 - level, 9)
  const { figures } = (await findConsolidated(database.db, item.userId, item.itemId)) ?? {}
  expect(figures?.sections.map(each => [each.target, each.distance])).toEqual(
    body.sections.map((each: { target: number; distance: number }) => [each.target, each.distance]),
  )
})

it('counts nobody whose access was revoked', async () => {
  const item = await buy()
  await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [item.ids[0]])
  expect((await ask(item.itemId)).body.people).toBe(11)
})

it('gives nothing of a confidential purchase, published or not, nor of one without answers or an unknown one', async () => {
  const item = await buy('confidential')
  expect((await ask(item.itemId)).status).toBe(404)
  await publish(database, item)
  expect((await ask(item.itemId)).status).toBe(404)
  const buyer = await createProfile(database.ownerPool)
  const empty = await createPaidItem(database.ownerPool, { userId: buyer.id, productId, seats: 2 })
  expect((await ask(empty.item_id)).status).toBe(404)
  expect((await ask('7a0c1f3e-0000-4000-8000-000000000000')).status).toBe(404)
})

it('needs the scope of results', async () => {
  const item = await buy()
  const refused = await ask(item.itemId, await key(['orders:read', 'accesses:read']))
  expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
})
