import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeList } from '#app/features/accesses/invitations/invitation-list.server.ts'
import { listClosedQuestions } from '#app/features/questionnaires/questionnaire.ts'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import data from '#content/dama-dmbok2.es.json' with { type: 'json' }
import { completePeople, invitePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'
import type { AnsweringPerson } from '#tests/support/tallies.ts'
import { defineReportingGroups, findGroupsForm } from './define-groups.server.ts'
import { publishResults } from './publish-results.server.ts'
import { areaName, groupName } from './reporting-groups.ts'

const fields = listClosedQuestions(questionnaireSchema.parse(data)).map(({ field }) => field)
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
  const { item_id } = await createPaidItem(database.ownerPool, {
    userId: buyer.id,
    productId,
    seats: 60,
    mode: 'business',
  })
  await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [item_id, mode])
  return { itemId: item_id, userId: buyer.id }
}

const formOf = (rows: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([area, group], row) => [
      [areaName(row), area],
      [groupName(row), group],
    ]),
  )
const define = (item: { itemId: string }, rows: Readonly<Record<string, string>> | undefined, userId = buyer.id) =>
  defineReportingGroups(database.db, { ...item, userId, form: rows && formOf(rows) })
const stored = async ({ itemId }: { itemId: string }) =>
  (await database.ownerPool.query('select reporting_groups from order_items where id = $1', [itemId])).rows[0]
    ?.reporting_groups
const crowd = (count: number, area: string, from = 0): AnsweringPerson[] =>
  Array.from({ length: count }, (_, index) => ({
    answers: Object.fromEntries(fields.map((field, at) => [field, 1 + ((from + index + at) % 5)])),
    area,
    position: 'analista',
  }))

it('are defined, changed and removed until the first invitation, and audited', async () => {
  const item = await buy()
  expect(await define(item, { Ventas: 'Terreno', Bodega: 'terreno', Legal: 'Casa', Otra: '' })).toBe(true)
  const groups = [
    { name: 'Terreno', areas: ['Ventas', 'Bodega'] },
    { name: 'Casa', areas: ['Legal'] },
  ]
  expect(await stored(item)).toEqual(groups)
  expect(await define(item, { Ventas: 'Terreno', Bodega: 'Terreno', Legal: 'Casa' })).toBe(true)
  await define(item, undefined)
  expect(await stored(item)).toEqual([])
  const { rows } = await database.ownerPool.query(
    `select before, after from audit_log where action = 'reporting_groups_defined' and entity_id = $1 order by id`,
    [item.itemId],
  )
  expect(rows).toEqual([
    { before: { reporting_groups: [] }, after: { reporting_groups: groups } },
    { before: { reporting_groups: groups }, after: { reporting_groups: [] } },
  ])
  await invitePeople(database.ownerPool, item, [{ area: 'Ventas' }])
  await expect(define(item, { Ventas: 'Terreno' })).rejects.toThrow('quedaron fijos desde la primera')
  expect(await stored(item)).toEqual([])
})

it('are refused where they can not be', async () => {
  const [item, nominative] = [await buy(), await buy('nominative')]
  await expect(define(nominative, { Ventas: 'Terreno' })).rejects.toThrow('en una compra confidencial')
  await expect(define(item, { Ventas: '' })).rejects.toThrow('Escribe el grupo de al menos un área.')
  await expect(define(item, { '': 'Terreno' })).rejects.toThrow('Escribe el área de este grupo.')
  await expect(define(item, { Ventas: 'x'.repeat(61) })).rejects.toThrow('como máximo 60')
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`Área ${at}`, `Grupo ${at}`]))
  await expect(define(item, many)).rejects.toThrow('hasta 20 grupos')
  // The two folds differ in a final sigma: the database's decides.
  await expect(define(item, { ΑΣ: 'Uno', ας: 'Dos', ασ: 'Tres' })).rejects.toThrow('Revisa los grupos')
  const other = await createProfile(database.ownerPool, { email: 'otra@example.cl' })
  expect(await define(item, { Ventas: 'Terreno' }, other.id)).toBe(false)
  expect(await findGroupsForm(database.db, { ...item, userId: other.id, draftId: undefined })).toBeUndefined()
  expect(await stored(item)).toEqual([])
})

it.each([
  '{}',
  '[{"name": "A"}]',
  '[{"name": "", "areas": ["x"]}]',
  '[{"name": "A", "areas": []}]',
  '[{"name": "A", "areas": [1]}]',
  '[{"name": "A", "areas": ["x"], "more": 1}]',
  '[{"name": "A", "areas": ["x"]}, {"name": "á ", "areas": ["y"]}]',
  '[{"name": "A", "areas": ["x"]}, {"name": "B", "areas": ["X"]}]',
])('are refused by the database as %s', async groups => {
  const item = await buy()
  await expect(
    database.ownerPool.query('update order_items set reporting_groups = $2 where id = $1', [item.itemId, groups]),
  ).rejects.toThrow('order_items_reporting_groups_check')
})

it('offer the areas of the newest list, or of earlier purchases', async () => {
  const [item, before] = [await buy(), await buy()]
  const find = async () => await findGroupsForm(database.db, { ...item, draftId: undefined })
  await completePeople(database.ownerPool, before, crowd(2, 'Operaciones'))
  const known = await find()
  expect(known?.areas).toContainEqual({ area: 'Operaciones', group: 'Operaciones', people: null })
  expect(known?.draftId).toBeUndefined()
  const person = { firstName: 'Ana', lastName: 'Soto', email: 'ana@x.cl', role: 'Analista', area: 'Taller' }
  const draftId = await storeList(database.db, { ...item, people: [person] })
  expect(await find()).toMatchObject({ draftId, areas: [{ area: 'Taller', group: 'Taller', people: 1 }] })
})

it('cut the round: what is shown are groups, and the database refuses others', async () => {
  const item = await buy()
  await define(item, { Ventas: 'Terreno', Bodega: 'Terreno' })
  await completePeople(database.ownerPool, item, [
    ...crowd(3, 'ventas'),
    ...crowd(3, 'Bodega', 3),
    ...crowd(6, 'Legal', 1),
  ])
  const held = await asActor(database.db, { kind: 'system' }, async tx => {
    const { rows } = await sql<{ held: { accounts: { run_id: string }[] } }>`
      select private.hold_round(${item.itemId}::uuid) as held`.execute(tx)
    return rows[0]?.held.accounts ?? []
  })
  const close = (name: string, people: number) => {
    const counted = held.map(({ run_id }, index) => ({ run_id, person: run_id, block: index < 6 ? 0 : 1 }))
    const frozen = { groups: [{ by: 'area', name, people, section: 0 }] }
    return asActor(database.db, { kind: 'system' }, tx =>
      sql`select private.close_round(${item.itemId}::uuid, 1, 'dama-dmbok2', 1, ${JSON.stringify(counted)}::jsonb,
        ${JSON.stringify(frozen)}::jsonb, '{}', ${NOW})`.execute(tx),
    )
  }
  await expect(close('Legal', 6)).rejects.toThrow('by the groups that the buyer defined')
  await expect(close('Terreno', 5)).rejects.toThrow('by the groups that the buyer defined')
  await publishResults(database.db, { ...item, number: 1, now: NOW })
  const found = await findConsolidated(database.db, buyer.id, item.itemId)
  expect(found?.figures?.areas.groups.map(({ name, people }) => [name, people])).toEqual([['Terreno', 6]])
})

it('are of purchases that begin as their questionnaire proposes', async () => {
  const propose = async (questionnaireId: string) => {
    const { id } = await createProduct(database.ownerPool, { questionnaireId })
    const { rows } = await database.ownerPool.query('select private.proposed_result_mode($1) as mode', [id])
    return rows[0]?.mode
  }
  expect(await propose('seguridad-psicologica-equipos')).toBe('confidential')
  expect(await propose('dama-dmbok2')).toBe('nominative')
})
