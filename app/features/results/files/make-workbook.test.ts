import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeBoard } from '#app/features/results/board/board.ts'
import { saveDecisions } from '#app/features/results/board/board-decisions.server.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { parseDelimited } from '#app/platform/sheets/delimited.ts'
import { readWorkbook } from '#app/platform/sheets/xlsx.server.ts'
import { openZip } from '#app/platform/sheets/zip.server.ts'
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { makeItemData } from './make-data.server.ts'

const now = new Date()
const SECRET = 'Persona Secreta'

let database: TestDatabase
let buyer: TestProfile
let fields: string[]

beforeAll(async () => {
  database = await cloneDatabase()
  buyer = await createProfile(database.ownerPool)
  const { rows } = await database.ownerPool.query("select field from private.closed_fields('agilidad', 1)")
  fields = rows.map(({ field }) => field)
})
afterAll(() => database.close())

/** A purchase that people of two areas answered. */
async function buy(mode: 'nominative' | 'confidential', people: number) {
  const product = await createProduct(database.ownerPool, { questionnaireId: 'agilidad' })
  const purchase = { userId: buyer.id, productId: product.id, seats: 40, mode: 'business' } as const
  const { item_id: itemId } = await createPaidItem(database.ownerPool, purchase)
  await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [itemId, mode])
  const item = { itemId, userId: buyer.id, questionnaireId: 'agilidad' }
  await completePeople(
    database.ownerPool,
    item,
    Array.from({ length: people }, (_, seed) => ({
      area: seed % 2 === 0 ? 'Legal' : 'Ventas',
      position: 'analista',
      answers: Object.fromEntries(fields.map((field, at) => [field, 1 + ((seed + at) % 6)])),
    })),
  )
  if (mode === 'confidential') await publish(database, item)
  return item
}

async function dataOf(itemId: string, format: 'csv' | 'xlsx'): Promise<Buffer> {
  return Buffer.from((await makeItemData(database.db, { userId: buyer.id, itemId, format, now })).bytes)
}

/** The names of a workbook's sheets, in their order. */
const namesOf = (archive: ReturnType<typeof openZip>): string[] =>
  [...(archive?.read('xl/workbook.xml')?.toString() ?? '').matchAll(/<sheet name="([^"]+)"/g)].map(
    ([, name = '']) => name,
  )

function readSheet(bytes: Buffer, name: string, numbers: 'exact' | 'shown' = 'exact'): string[][] {
  const read = readWorkbook(bytes, { mostRows: 1000, numbers })
  if (!read.ok) throw new Error('The workbook could not be read')
  return read.value.sheets.find(sheet => sheet.name === name)?.rows.map(({ cells }) => [...cells]) ?? []
}

// shows: A3.5
it('opens on its summary, and has people by name and identifiers last in a workbook', async () => {
  // An earlier purchase to compare with.
  await buy('nominative', 2)
  const item = await buy('nominative', 2)
  const bytes = await dataOf(item.itemId, 'xlsx')
  const archive = openZip(bytes)
  expect(namesOf(archive)).toEqual([
    'Resumen',
    'Plan',
    'Áreas',
    'Preguntas',
    'Grupos',
    'Comparación',
    'Textos abiertos',
    'Personas',
    'Diccionario',
    'Método',
    'Identificadores',
  ])
  expect(archive?.read('xl/workbook.xml')?.toString()).toContain('<workbookView activeTab="0"/>')
  const people = readSheet(bytes, 'Personas')
  expect(people.map(([person, name]) => [person, name])).toEqual([
    ['Persona', 'Nombre'],
    ['1', SECRET],
    ['2', SECRET],
  ])
  expect(people[0]?.slice(7, 7 + fields.length)).toEqual(fields)
  // Nobody is known there but by the number.
  const identified = readSheet(bytes, 'Identificadores')
  expect(JSON.stringify(people)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|AC-/)
  const [head = [], ...csv] = parseDelimited((await dataOf(item.itemId, 'csv')).toString(), 10)
  expect(identified[0]?.slice(0, 4)).toEqual(['Persona', 'id', 'session_id', 'user_id'])
  const columns = (identified[0] ?? []).slice(1).map(label => head.indexOf(label))
  expect(identified.slice(1).map(row => row.slice(1))).toEqual(csv.map(row => columns.map(at => row[at] ?? '')))
})

// shows: A3.5
it('has the page of a board as its summary, with a chart of its cells', async () => {
  const item = await buy('nominative', 6)
  const report = await findConsolidated(database.db, buyer.id, item.itemId, { withPlan: true })
  if (!report?.figures) throw new Error('There are no figures')
  const board = makeBoard({ ...report, figures: report.figures }, now)
  await saveDecisions(database.db, {
    userId: buyer.id,
    itemId: item.itemId,
    decisions: [{ title: 'Nombrar dueños', ask: 'Uno por área.', who: 'Gerencia', work: '', due_on: '2026-12-24' }],
    version: 0,
  })
  const bytes = await dataOf(item.itemId, 'xlsx')
  const rows = readSheet(bytes, 'Resumen')
  const row = (label: string) => rows.find(([first]) => first === label)
  expect(row('Conclusión')?.[1]).toBe(board.headline)
  expect(row('Personas consideradas')?.[1]).toBe('6')
  expect(row('Modo')?.[1]).toBe('Nominativo')
  expect(row('Nombrar dueños')?.[1]).toBe('Uno por área.\nResponde: Gerencia · Hasta el 24-12-2026')
  const compared = board.levels.some(({ before }) => before !== null)
  const head = rows.findIndex(([first]) => first === 'Área')
  expect(rows.slice(head + 1, head + 1 + board.levels.length).map(cells => cells.slice(0, compared ? 4 : 3))).toEqual(
    board.levels.map(({ title, before, now: mean, target }) =>
      [title, ...(compared ? [before] : []), mean, target].map(cell => String(cell ?? '')),
    ),
  )
  const archive = openZip(bytes)
  const chart = archive?.read('xl/charts/chart1.xml')?.toString() ?? ''
  // The tables before it have the conclusion and what follows, and an empty row.
  const [, first = '', last = ''] = /'Resumen'!\$A\$(\d+):\$A\$(\d+)/.exec(chart) ?? []
  expect(Number(last) - Number(first) + 1).toBe(board.levels.length)
  const sheet = archive?.read('xl/worksheets/sheet1.xml')?.toString() ?? ''
  expect(sheet).toContain(`<autoFilter ref="A${Number(first) - 1}:`)
  expect(archive?.read('xl/drawings/drawing1.xml')?.toString()).toContain(
    `descr="Barras por área, de 0 a 5. Nivel general: ${formatLevel(board.levels[0]?.now ?? null)}`,
  )
})

// shows: A6.9
it('has neither people nor identifiers where they are confidential', async () => {
  const item = await buy('confidential', 6)
  const bytes = await dataOf(item.itemId, 'xlsx')
  const archive = openZip(bytes)
  const names = namesOf(archive)
  expect(names.slice(0, 5)).toEqual(['Resumen', 'Plan', 'Áreas', 'Preguntas', 'Grupos'])
  expect(names.at(-1)).toBe('Método')
  for (const people of ['Personas', 'Identificadores', 'Diccionario']) expect(names).not.toContain(people)
  for (const part of ['charts/chart1', 'drawings/drawing1', ...names.map((_, at) => `worksheets/sheet${at + 1}`)]) {
    const xml = archive?.read(`xl/${part}.xml`)?.toString()
    expect(xml).toContain('<?xml')
    expect(xml).not.toMatch(/Secreta|example\.cl|AC-/)
  }
  expect(readSheet(bytes, 'Método').flat().join(' ')).toContain('grupos de al menos cinco personas distintas')
})
