import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payoutOf } from './movement.ts'
import { readReport } from './read-report.ts'
import {
  CREDIT_TITLES,
  DEBIT_TITLES,
  latin1,
  readBytes,
  readText,
  settlementFile,
  settlementRow,
} from './report-samples.test-support.ts'

const movementsOf = (read: ReturnType<typeof readText>) => {
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value.movements
}

describe('a sales report', () => {
  const sales = [
    'Orden de compra;Código de autorización;Fecha creación;Monto;Código de respuesta;Tipo de producto;Final número de tarjeta',
    'ALH-MABCDEFG-0123456789;001234;21/11/2026 23:59:58;$119.990;0;VD;7763',
    'ALH-MABCDEFG-9876543210;000000;21/11/2026 12:00:00;$50.000;-1;VN;6623',
    'ALH-MABCDEFG-ABCDEFGHJK;204518;22-11-2026;-30.000;0;VN;6623',
  ]

  it('has sales and refunds with their references; rejected payments are left out', () => {
    const read = readText(sales.join('\n'))
    expect(read.ok && read.value).toMatchObject({
      source: 'sales',
      from: '2026-11-21',
      until: '2026-11-22',
      ignored: [{ row: 3, reason: 'not_approved' }],
      movements: [
        {
          row: 2,
          kind: 'sale',
          reference: 'ALH-MABCDEFG-0123456789',
          authorizationCode: '001234',
          amount: 119_990,
          day: '2026-11-21',
          cardLast4: '7763',
          payoutDay: null,
        },
        { row: 4, kind: 'refund', authorizationCode: '204518', amount: 30_000 },
      ],
    })
  })

  it('is the same with other separators, marks and encodings, and with its columns in another order', () => {
    const expected = movementsOf(readText(sales.join('\n')))
    const reordered = sales.map(row => row.split(';').toReversed())
    for (const bytes of [
      latin1(sales.join('\r\n')),
      Buffer.from(`\uFEFF${sales.join('\r')}`),
      Buffer.from(`\uFEFF${sales.join('\n')}`, 'utf16le'),
      Buffer.from(reordered.map(row => row.join('\t')).join('\n')),
      Buffer.from(reordered.map(row => row.map(cell => `"${cell}"`).join(',')).join('\n')),
      Buffer.from(sales.join('\n').replace('Código de autorización', 'CODIGO  DE AUTORIZACION')),
    ]) {
      expect(movementsOf(readBytes(bytes))).toEqual(expected)
    }
  })

  it('says what was nullified of a sale in the sale’s own row', () => {
    const titles = 'Orden de compra;Código autorización;Fecha;Monto;Estado;Monto anulado'
    const rows = [
      'A-1;111111;01/11/2026;10.000;Parcialmente anulada;4.000',
      'A-2;222222;01/11/2026;20.000;Anulada;',
      'A-3;333333;01/11/2026;30.000;Reversada;',
      'A-4;444444;01/11/2026;40.000;Rechazada;',
    ]
    const read = readText([titles, ...rows].join('\n'))
    expect(movementsOf(read).map(({ kind, amount, reference }) => [kind, amount, reference])).toEqual([
      ['sale', 10_000, 'A-1'],
      ['refund', 4000, 'A-1'],
      ['sale', 20_000, 'A-2'],
      ['refund', 20_000, 'A-2'],
    ])
    expect(read.ok && read.value.ignored.map(({ reason }) => reason)).toEqual(['reversed', 'not_approved'])
  })
})

describe('a settlement report', () => {
  const sale = {
    'Tipo Transacción': 'Venta',
    'Fecha Venta': '20/11/2026 10:15',
    'Código Autorización Venta': '1234',
    'Monto Transacción': '119.990',
    'Comisión e IVA Comisión': '1.428',
    'Fecha Abono': '23/11/2026',
    Monto: '0',
    IVA: '0',
  }

  it('of debit cards is found below the names and sums, in Latin-1', () => {
    const text = settlementFile(DEBIT_TITLES, [
      settlementRow(DEBIT_TITLES, sale),
      settlementRow(DEBIT_TITLES, {
        'Tipo Transacción': 'Cobro',
        'Fecha Abono': '23/11/2026',
        'Detalle de cobros u observación': 'Cargo mensual',
        Monto: '10.000',
        IVA: '1.900',
      }),
    ])
    const read = readBytes(latin1(text))
    expect(read.ok && read.value.source).toBe('settlement')
    const [venta, cobro] = movementsOf(read)
    expect(venta).toMatchObject({
      row: 11,
      kind: 'sale',
      authorizationCode: '001234',
      amount: 119_990,
      total: 119_990,
      // 1,428 pesos with their VAT.
      fee: 1200,
      feeVat: 228,
      day: '2026-11-20',
      payoutDay: '2026-11-23',
    })
    expect(cobro).toMatchObject({ kind: 'charge', amount: 11_900, fee: 10_000, feeVat: 1900, detail: 'Cargo mensual' })
    expect([venta, cobro].map(movement => movement && payoutOf(movement))).toEqual([118_562, -11_900])
  })

  it('of credit cards has parts of a sale in instalments, and what is given back with a refund', () => {
    const credit = (cells: Record<string, string>) =>
      settlementRow(CREDIT_TITLES, {
        'Tipo Transacción': 'Venta',
        'Fecha Venta': '01/11/2026',
        'Código Autorización Venta': '654321',
        'Fecha Abono': '05/11/2026',
        ...cells,
      })
    const read = readText(
      settlementFile(CREDIT_TITLES, [
        credit({
          'Monto Original Venta': '300.000',
          'Monto Para Abono': '100.000',
          'N° Cuota': '01/3',
          'Comisión e IVA Comisión': '1.190',
          'Comisión Adicional e IVA Comisión Adicional': '1.190',
        }),
        credit({
          'Tipo Transacción': 'Anulación',
          'Monto Anulación': '-30.000',
          'Devolución Comisión e IVA Comisión': '357',
        }),
        credit({ 'Tipo Transacción': 'Retención', 'Monto Retención': '50.000' }),
      ]),
    )
    const [part, back, kept] = movementsOf(read)
    expect(part).toMatchObject({ amount: 100_000, total: 300_000, installment: 1, fee: 2000, feeVat: 380 })
    expect(back).toMatchObject({ kind: 'refund', amount: 30_000, fee: 300, feeVat: 57 })
    expect(kept).toMatchObject({ kind: 'retention', amount: 50_000, fee: 0 })
    expect([part, back, kept].map(movement => movement && payoutOf(movement))).toEqual([97_620, -29_643, -50_000])
  })

  it('says which column is missing', () => {
    const without = DEBIT_TITLES.replace('Fecha Abono', 'Algo').replace('Código Autorización Venta', 'Código')
    expect(readText(settlementFile(without, []))).toEqual({
      ok: false,
      error: { code: 'missing_columns', source: 'settlement', columns: ['Fecha Abono', 'Código Autorización'] },
    })
  })
})

describe('a file that is no report', () => {
  it('is refused as a whole, with the cell that can’t be read', () => {
    const titles = 'Orden de compra;Fecha;Monto'
    expect(readText(`${titles}\nA-1;01/11/2026;1.000\nA-2;31/02/2026;1.000`)).toEqual({
      ok: false,
      error: { code: 'bad_cell', row: 3, column: 'Fecha Venta', text: '31/02/2026' },
    })
    expect(readText(`${titles}\nA-1;01/11/2026;10,50`)).toMatchObject({ error: { code: 'bad_cell', column: 'Monto' } })
    expect(readText(`${titles}\n;;\nTotal;;1.000`)).toEqual({ ok: false, error: { code: 'no_movements' } })
    expect(readText('Orden de compra;Fecha;Algo\nA-1;01/11/2026;1')).toMatchObject({ error: { code: 'no_table' } })
    for (const text of ['', 'hola', 'Nombre;Apellido;Email\nAna;Rojas;ana@x.cl', '"']) {
      expect(readText(text)).toMatchObject({ error: { code: 'no_table' } })
    }
  })

  it('never throws, whatever it contains', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('Venta', '01/11/2026', '-', '$', '9'.repeat(40), '1e99'))
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 24 }), { maxLength: 5 }), rows => {
        for (const titles of [DEBIT_TITLES, CREDIT_TITLES, 'Orden de compra;Fecha;Monto;Estado'])
          readReport([[titles.split(';'), ...rows].map((cells, at) => ({ number: at + 1, cells }))])
        readText(rows.map(row => row.join(';')).join('\n'))
      }),
    )
  })

  it('gives back every sale that was written, in any of its columns’ orders', () => {
    const amounts = fc.integer({ min: 1, max: 999_999_999 })
    const written = fc.record({
      amount: amounts,
      code: fc.integer({ min: 1, max: 999_999 }),
      day: fc.integer({ min: 1, max: 28 }),
      style: fc.constantFrom('es', 'plain', 'decimals'),
    })
    const columns = fc.shuffledSubarray(['Orden de compra', 'Código autorización', 'Fecha venta', 'Monto', 'Otra'], {
      minLength: 5,
    })
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 20 }), columns, (rows, titles) => {
        const text = (amount: number, style: string) =>
          style === 'es' ? `$${amount.toLocaleString('es-CL')}` : style === 'plain' ? String(amount) : `${amount},00`
        const cells = rows.map(
          (row, at): Record<string, string> => ({
            'Orden de compra': `ALH-${at}`,
            'Código autorización': String(row.code).padStart(6, '0'),
            'Fecha venta': `${String(row.day).padStart(2, '0')}-11-2026`,
            Monto: text(row.amount, row.style),
            Otra: 'x',
          }),
        )
        const read = readText(
          [titles.join(';'), ...cells.map(row => titles.map(title => row[title]).join(';'))].join('\n'),
        )
        expect(movementsOf(read).map(({ amount, authorizationCode }) => [amount, Number(authorizationCode)])).toEqual(
          rows.map(({ amount, code }) => [amount, code]),
        )
      }),
    )
  })
})
