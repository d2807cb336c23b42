import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeWorkbook } from '#app/platform/sheets/workbook.server.ts'
import { createUploadReader } from '#app/platform/uploads/upload-reader.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import {
  type AdminActor,
  importStatement,
  previewStatement,
  rereadStatement,
  storeStatement,
} from './import-statement.server.ts'
import { purgeStatements } from './statements.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')

let database: TestDatabase
let actor: AdminActor
const newAdmin = async (): Promise<AdminActor> => ({
  kind: 'admin',
  userId: (await createProfile(database.ownerPool, { role: 'admin' })).id,
})
beforeAll(async () => {
  database = await cloneDatabase(12)
  actor = await newAdmin()
})
const uploads = createUploadReader({ warn: () => undefined })
afterAll(async () => {
  await uploads.close()
  await database.close()
})

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows
const HEAD = 'Fecha;Descripción;N° documento;Cargo;Abono;Saldo'
const csv = (...lines: string[]) => new File([[HEAD, ...lines].join('\n')], 'cartola.csv')

function store(file: File | string, account: string, by = actor): Promise<string> {
  return storeStatement({ db: database.db, uploads }, { actor: by, account, file, now: NOW })
}
const confirm = (statementId: string, by = actor) => importStatement(database.db, { actor: by, statementId, now: NOW })
const preview = (statementId: string, by = actor) => previewStatement(database.db, { actor: by, statementId, now: NOW })
const review = async (statementId: string) => {
  const shown = await preview(statementId)
  if (shown?.step !== 'review') throw new Error('There is no dry run')
  return shown
}
const linesOf = (account: string) =>
  rows(
    `select to_char(booked_on, 'YYYY-MM-DD') as day, amount_clp, occurrence from bank_lines
     where account_id = (select id from bank_accounts where name = $1) order by booked_on, amount_clp, occurrence`,
    account,
  )

it('imports the credits once, and of an overlapping statement only what is new', async () => {
  const twice = '20/11/2026;Transferencia;;;100.000;'
  const first = await store(
    csv('19/11/2026;TRANSF ANA;4471;;590.000;', twice, '20/11/2026;Comisión;;1.200;;'),
    'Banco Uno',
  )
  expect(await review(first)).toMatchObject({ isReadable: true, debits: 1, unread: [], known: new Set() })
  expect(await linesOf('Banco Uno')).toEqual([])
  expect(await confirm(first)).toBe(2)
  expect(await preview(first)).toEqual({ step: 'done', account: 'Banco Uno', fileName: 'cartola.csv', newLines: 2 })
  expect(await confirm(first)).toBe(2)

  const again = await store(
    csv('19/11/2026;Transf  Ana;0004471;;$590.000;', twice, twice, '21/11/2026;Otra;;;5.000;'),
    'BANCO UNO ',
  )
  expect((await review(again)).known).toEqual(new Set([2, 3]))
  expect(await confirm(again)).toBe(2)
  expect(await linesOf('Banco Uno')).toEqual([
    { day: '2026-11-19', amount_clp: 590_000, occurrence: 1 },
    { day: '2026-11-20', amount_clp: 100_000, occurrence: 1 },
    { day: '2026-11-20', amount_clp: 100_000, occurrence: 2 },
    { day: '2026-11-21', amount_clp: 5000, occurrence: 1 },
  ])
  expect(
    await rows("select entity_id, after from audit_log where action = 'bank_statement_imported' order by id"),
  ).toMatchObject([
    { entity_id: first, after: { name: 'Banco Uno', new_lines: 2, known_lines: 0 } },
    { entity_id: again, after: { name: 'Banco Uno', new_lines: 2, known_lines: 2 } },
  ])
})

it('imports overlapping statements of two people at once without a double', async () => {
  const lines = Array.from(
    { length: 200 },
    (_, at) => `${(at % 20) + 1}/10/2026;Pago ${at % 50};${at};;${1000 + (at % 7)};`,
  )
  const admins = await Promise.all([newAdmin(), newAdmin(), newAdmin(), newAdmin()])
  const stored = await Promise.all(
    admins.map((by, at) => store(csv(...(at % 2 === 0 ? lines : lines.toReversed())), 'Banco Dos', by)),
  )
  const imported = await Promise.all(stored.map((id, at) => confirm(id, admins[at])))
  expect(imported.map(newLines => newLines ?? -1).reduce((sum, count) => sum + count)).toBe(200)
  expect(await linesOf('Banco Dos')).toHaveLength(200)
  // The same file confirmed twice at once.
  const one = await store(csv('1/11/2026;Uno;;;1.000;'), 'Banco Dos')
  expect(await Promise.all([confirm(one), confirm(one)])).toEqual([1, 1])
})

it('the same credit of two accounts is two credits', async () => {
  const line = '19/11/2026;TRANSF ANA;4471;;590.000;'
  for (const account of ['Banco Tres', 'Banco Cuatro']) expect(await confirm(await store(csv(line), account))).toBe(1)
})

it('reads a workbook, is corrected by the staff, and remembers it for the next statement of the account', async () => {
  const workbooks = await Promise.all([
    writeWorkbook([{ name: 'Movimientos', columns: TITLES, rows: [[{ day: '2026-11-20' }, 'TRANSF ANA', 590_000]] }]),
    writeWorkbook([{ name: 'Movimientos', columns: TITLES, rows: [[{ day: '2026-11-21' }, 'TRANSF EVA', 1000]] }]),
  ])
  const [first, second] = workbooks.map(bytes => new File([new Uint8Array(bytes)], 'cartola.xlsx'))
  if (!first || !second) throw new Error('There are two workbooks')
  const id = await store(first, 'Banco Cinco')
  expect(await review(id)).toMatchObject({ isReadable: false, credits: [] })
  await expect(confirm(id)).rejects.toThrow('Elige las columnas de la fecha, la descripción y el abono.')
  const form = { sheet: '0', shownSheet: '0', titles: '1', date: '0', description: '1', credit: '2' }
  const reread = (shownTitles: string) =>
    rereadStatement(database.db, { actor, statementId: id, form: { ...form, shownTitles } })
  expect(await reread('')).toBe(true)
  expect(await reread('1')).toBe(true)
  expect(await review(id)).toMatchObject({ isReadable: true, credits: [{ bookedOn: '2026-11-20', amount: 590_000 }] })
  expect(await confirm(id)).toBe(1)
  expect(await reread('1')).toBe(false)
  expect(await review(await store(second, 'banco cinco'))).toMatchObject({
    isReadable: true,
    credits: [{ bookedOn: '2026-11-21', amount: 1000 }],
  })
})

it("refuses what is no statement, shows nobody another's dry run, and deletes what nobody confirmed", async () => {
  const UNREADABLE = /^No pudimos leer el archivo/
  const refused = (file: File | string | null, text: string | RegExp) =>
    expect(
      storeStatement({ db: database.db, uploads }, { actor, account: 'Banco Seis', file, now: NOW }),
    ).rejects.toMatchObject({ field: 'file', message: expect.stringMatching(text) })
  await refused(null, 'Elige el archivo de la cartola.')
  await refused(new File([], ''), 'Elige el archivo de la cartola.')
  await refused(new File([], 'x.csv'), UNREADABLE)
  await refused(new File(['\n;;\n'], 'x.csv'), 'El archivo no tiene movimientos.')
  await refused(new File([new Uint8Array([0xd0, 0xcf, 0, 0])], 'x.xls'), UNREADABLE)
  await refused(new File(['PK\u0003\u0004'], 'x.xlsx'), UNREADABLE)
  await refused(new File(['x'.repeat(2 * 1024 * 1024 + 1)], 'x.csv'), 'El archivo pesa más de 2 MB. Súbelo por partes.')
  await refused(
    new File([`${HEAD}\n${'1;2\n'.repeat(6000)}`], 'x.csv'),
    'La cartola tiene más de 5.000 movimientos. Súbela por partes.',
  )
  const id = await store(csv('20/11/2026;Comisión;;1.200;;'), 'Banco Seis')
  await expect(confirm(id)).rejects.toThrow('La cartola no tiene abonos que se puedan leer así.')
  const other = await newAdmin()
  expect(await preview(id, other)).toBeUndefined()
  expect(await confirm(id, other)).toBeUndefined()
  expect(await purgeStatements(database.db, NOW)).toBe(0)
  expect(await preview(id)).toBeDefined()
  await purgeStatements(database.db, new Date(NOW.getTime() + 25 * 3_600_000))
  expect(await preview(id)).toBeUndefined()
})

const TITLES = [
  { label: 'Cuando', width: 10 },
  { label: 'Que', width: 10 },
  { label: 'Cuanto', width: 10 },
]
