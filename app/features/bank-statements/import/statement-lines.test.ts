import { describe, expect, it } from 'vitest'
import { sheetReading } from '#app/kit/forms/sheet-reading.ts'
import { parseNumbered } from '#app/platform/sheets/delimited.ts'
import { NO_COLUMNS } from './statement-columns.ts'
import { readStatement } from './statement-lines.ts'
import {
  changedReading,
  type RememberedReading,
  readSource,
  type StatementSource,
  toRemember,
} from './statement-source.ts'
import { TITLE_ROWS } from './statement-texts.ts'

const TODAY = '2026-11-21'

function sourceOf(text: string, remembered?: RememberedReading): StatementSource {
  const read = readSource([{ name: '', rows: parseNumbered(text, 100), notes: [] }], remembered)
  if (!read.ok) throw new Error(read.error.code)
  return read.value
}
const read = (text: string) => readStatement(sourceOf(text), TODAY)

it.each([118, 119, 198, 199, 298, 299])('an emoji after %i characters of a text is whole or left out', before => {
  const source = sourceOf(
    `Fecha;Descripción;Abonos\n20/11/2026;${'x'.repeat(before)}😀😀;1000\nsin fecha;${'x'.repeat(before)}😀😀;1000`,
  )
  const { credits, unread } = readStatement(source, TODAY)
  expect(JSON.stringify({ source, credits, unread })).not.toMatch(/\\ud[89a-f]/)
  expect([credits.length, unread.length]).toEqual([1, 1])
})

describe('a statement', () => {
  it('is read below the lines about the account, with charges apart and sums left out', () => {
    const { credits, unread, debits } = read(
      [
        'Cartola de cuenta corriente;;;;;',
        'Cuenta: 00-123-45678-9;;Saldo inicial;$1.000.000;;',
        '',
        'Fecha;Descripción;N° documento;Cargos;Abonos;Saldo',
        '20/11/2026;TRANSF DE 0761920839 EMPRESA SPA ALH-1;00044871;;$590.000;$1.590.000',
        '20/11/2026;Pago proveedor;00044872;$120.000;;$1.470.000',
        '21/11/2026;Depósito en efectivo;0;;149.990,00;$1.619.990',
        'Total;;;$120.000;$739.990;',
      ].join('\n'),
    )
    expect(credits).toEqual([
      {
        row: 5,
        bookedOn: '2026-11-20',
        amount: 590_000,
        description: 'TRANSF DE 0761920839 EMPRESA SPA ALH-1',
        operation: '00044871',
        rut: '76192083-9',
        occurrence: 1,
      },
      {
        row: 7,
        bookedOn: '2026-11-21',
        amount: 149_990,
        description: 'Depósito en efectivo',
        operation: null,
        rut: null,
        occurrence: 1,
      },
    ])
    expect([unread, debits]).toEqual([[], 1])
  })

  it('may have one column of signed amounts, columns of the payer, and texts in two columns', () => {
    const { credits, debits } = read(
      'Día,Glosa,Nombre,RUT,Monto\n2026-11-20,Transferencia,Ana Rojas,11.111.111-1,"590,000"\n2026-11-20,Comisión,,,-1200',
    )
    expect(credits).toMatchObject([{ amount: 590_000, description: 'Transferencia · Ana Rojas', rut: '11111111-1' }])
    expect(debits).toBe(1)
  })

  it('may say beside one column of amounts which are charges', () => {
    const rows = (abono: string, cargo: string) =>
      read(`Fecha;Detalle;Monto;Cargo/Abono\n20/11/2026;Uno;1.000;${abono}\n20/11/2026;Dos;2.000;${cargo}`)
    for (const [abono, cargo] of [
      ['A', 'C'],
      ['C', 'D'],
      ['Abono', 'Cargo'],
    ] as const) {
      const { credits, debits } = rows(abono, cargo)
      expect([credits.map(({ amount }) => amount), debits]).toEqual([[1000], 1])
    }
  })

  it('names the rows that it could not read', () => {
    const { credits, unread } = read(
      [
        'Fecha;Descripción;Abono',
        '20/11/2026;Uno;1.000',
        '31/02/2026;Dos;1.000',
        '20/11/2026;Tres;mil',
        '22/11/2026;Mañana;1.000',
        '20/11/2026;;1.000',
        '20/11/2026;Sin movimiento;',
        'Nota al pie;;',
      ].join('\n'),
    )
    expect(credits).toHaveLength(1)
    expect(unread.map(({ row, problem }) => [row, problem])).toEqual([
      [3, 'no_date'],
      [4, 'no_amount'],
      [5, 'future_date'],
      [6, 'no_text'],
      [7, 'no_amount'],
    ])
    expect(unread[1]?.text).toBe('20/11/2026 · Tres · mil')
  })

  it('counts equal credits of a day', () => {
    const line = '20/11/2026;Transferencia;100.000'
    const { credits } = read(
      ['Fecha;Glosa;Abono', line, line.toUpperCase(), '20/11/2026;Otra;100.000', line].join('\n'),
    )
    expect(credits.map(({ occurrence }) => occurrence)).toEqual([1, 2, 1, 3])
  })

  it('has nothing while its columns are unknown, and everything once they are selected', () => {
    const source = sourceOf('a;b;c\n20/11/2026;Uno;1.000')
    expect(source.reading.columns).toEqual(NO_COLUMNS)
    expect(readStatement(source, TODAY)).toEqual({ credits: [], unread: [], debits: 0 })
    const form = { sheet: '0', shownSheet: '0', titles: '1', shownTitles: '', date: '0', description: '1', credit: '2' }
    // Other titles are read anew; then the columns are selected for them.
    const moved = changedReading(source, form)
    if (!moved.ok) throw new Error(moved.error.code)
    const selected = changedReading(moved.value, { ...form, shownTitles: '1' })
    if (!selected.ok) throw new Error(selected.error.code)
    expect(readStatement(selected.value, TODAY).credits).toMatchObject([{ row: 2, amount: 1000 }])
    expect(sheetReading(selected.value, TITLE_ROWS)).toMatchObject({ titles: 1, rows: [{ number: 2 }] })
  })

  it.each([
    [{ sheet: '3', shownSheet: '3', titles: '', shownTitles: '' }],
    [{ sheet: '0', shownSheet: '0', titles: '77', shownTitles: '' }],
    [{ sheet: '0', shownSheet: '0', titles: '', shownTitles: '', date: '16384' }],
    [{ sheet: '0', shownSheet: '0', titles: '', shownTitles: '', date: 'x' }],
    [{ sheet: 'x' }],
    [{}],
  ])('refuses the reading %o', form => {
    expect(changedReading(sourceOf('a;b\n1;2'), form)).toEqual({ ok: false, error: { code: 'unknown_sheet' } })
  })
})

describe('what an account remembers', () => {
  it('finds its columns again by their titles, wherever they are', () => {
    const first = sourceOf('Cuando;Que;Cuanto\n20/11/2026;Uno;1.000')
    const read = { ...first.reading, titles: 1, columns: { ...NO_COLUMNS, date: 0, description: 1, credit: 2 } }
    const remembered = toRemember({ ...first, reading: read })
    expect(remembered.titles).toEqual({ date: 'cuando', description: 'que', credit: 'cuanto' })
    const next = sourceOf('Banco\nCUÁNTO;Cuando;Nada;Qué\n2.000;21/11/2026;;Dos', remembered)
    expect(readStatement(next, TODAY).credits).toMatchObject([{ row: 3, amount: 2000, description: 'Dos' }])
  })

  it('is not used for a file with other titles', () => {
    const remembered = { titles: { date: 'cuando', description: 'que', credit: 'cuanto' }, columns: NO_COLUMNS }
    const source = sourceOf('Fecha;Glosa;Abono\n20/11/2026;Uno;1.000', remembered)
    expect(readStatement(source, TODAY).credits).toHaveLength(1)
  })

  it('are places where a file has no titles', () => {
    const columns = { ...NO_COLUMNS, date: 2, description: 0, credit: 1 }
    const source = sourceOf('Uno;1.000;20/11/2026', { titles: null, columns })
    expect(readStatement(source, TODAY).credits).toMatchObject([{ row: 1, amount: 1000 }])
  })
})

it('refuses a file without text', () => {
  expect(readSource([{ name: '', rows: [], notes: [] }], undefined)).toEqual({ ok: false, error: { code: 'empty' } })
  const wide = [{ number: 1, cells: ['x'.repeat(300)] }]
  const rows = Array.from({ length: 5000 }, () => ({ number: 1, cells: Array(30).fill(wide[0]?.cells[0] ?? '') }))
  expect(readSource([{ name: '', rows, notes: [] }], undefined)).toEqual({ ok: false, error: { code: 'too_wide' } })
})
