import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BETWEEN_CELLS,
  joinNeutralised,
  joinPacked,
  parseDelimited,
  parseNumbered,
  parseWhole,
  ROW_END,
  writeDelimited,
} from './delimited.ts'

describe('a delimited text', () => {
  it.each([
    [';', 'a;b,c;d'],
    [',', 'a,"b;c",d'],
    ['tab', 'a\tb;c\td'],
  ])('is split by the delimiter that makes most columns: %s', (_name, text) => {
    expect(parseDelimited(text, 10)[0]).toHaveLength(3)
  })

  it('keeps quotes, delimiters and line breaks of quoted cells', () => {
    expect(parseDelimited('a;"b ""c"";\r\nd";e\r\n\r\n;;\nf', 10)).toEqual([['a', 'b "c";\r\nd', 'e'], ['f']])
  })

  it('is parsed in linear time, however many quotes a cell has', () => {
    // Takes minutes if the whole cell is scanned for each of them.
    const cell = `a${'"'.repeat(400_000)}`
    expect(parseDelimited(`email\n${cell}`, 10)[1]?.[0] === cell).toBe(true)
    expect(parseDelimited('  "a;b";" "" ";x"y;"" "d"', 10)).toEqual([['a;b', ' " ', 'x"y', 'd']])
  })

  it.each([
    ['a title with commas', 'Finanzas, Operaciones, Personas y Legal, 2026\nNombre;Email\nAna;a@x.cl\nLuz;b@x.cl'],
    ['amounts with commas', 'Fecha;Abono;Saldo\n20/11;1.000,50;2.000,50\n21/11;3.000,50;4.000,50'],
    ['cells with commas', 'Nombre;Cargo\nAna;Jefa, Finanzas\nLuz;Jefa, Legal'],
    ['what its first line says', 'sep=;\nNombre;Cargo, área\nAna;Jefa, Legal'],
  ])('is split by the delimiter of the table, not of %s', (_name, text) => {
    expect(parseDelimited(text, 10).at(-1)?.length).toBe(text.split('\n').at(-1)?.split(';').length)
  })

  it('numbers rows as Excel does, without the line that says the delimiter', () => {
    expect(parseNumbered('\uFEFFsep=,\r\na,b\r\n\r\nc,d', 10)).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 3, cells: ['c', 'd'] },
    ])
  })

  it('keeps every column, and is refused beyond 600,000 cells', () => {
    const [row] = parseDelimited(`a;b;"c;d"${';'.repeat(10_000)};z`, 10)
    expect([row?.slice(0, 4), row?.at(-1), row?.length]).toEqual([['a', 'b', 'c;d', ''], 'z', 10_004])
    expect(parseWhole(`a;b${';'.repeat(600_000)}`, 10)).toBeUndefined()
    expect(parseWhole('a;b', 10)).toHaveLength(1)
  })

  it('keeps a quote in the middle of a cell', () => {
    expect(parseDelimited('uno;dos\na 5" b;c"d"\n  "e";f', 10)).toEqual([
      ['uno', 'dos'],
      ['a 5" b', 'c"d"'],
      ['e', 'f'],
    ])
  })

  it('closes an unclosed quote at the end of the text', () => {
    expect(parseDelimited('a;"b;c\nd', 10)).toEqual([['a', 'b;c\nd']])
  })

  it('round-trips', () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .filter(text => !/^[=+\-@＝＋－＠\t\r]|^\s*"|^\uFEFF/.test(text))
    const row = fc.array(cell, { minLength: 3, maxLength: 3 })
    const table = fc.array(row, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(table, rows => {
        // A title line of the format's own, so that the delimiter is known.
        const written = [['uno', 'dos', 'tres'], ...rows]
        const shown = written.filter(row => row.some(text => text.trim() !== ''))
        expect(parseDelimited(writeDelimited(written), 100)).toEqual(shown)
      }),
    )
  })

  it('neutralises formulas', () => {
    expect(writeDelimited([['=1+1', '+56 9', '-x', '@a', '\tb']])).toBe("\uFEFF'=1+1;'+56 9;'-x;'@a;'\tb\r\n")
    expect(writeDelimited([['＝1+1', '＋1', '－x', '＠a', 'a＝b']])).toBe("\uFEFF'＝1+1;'＋1;'－x;'＠a;a＝b\r\n")
    expect(joinPacked(`＝1${BETWEEN_CELLS}a${ROW_END}`)).toBe("'＝1;a\r\n")
  })
})

it('joins packed rows like rows of cells', () => {
  const pack = (table: string[][]) => table.map(row => row.join(BETWEEN_CELLS) + ROW_END).join('')
  const plain = [
    ['1', 'Ana', ''],
    ['', 'a=b-c', '2'],
  ]
  const special = [
    ['=1', 'x', '@y'],
    ...plain,
    ['a;b', 'say "no"', 'two\r\nlines'],
    ['', '\tz', '-1'],
    ['\rq', '', '+'],
  ]
  for (const table of [plain, special, special.toReversed(), []]) {
    expect(joinPacked(pack(table))).toBe(joinNeutralised(table))
  }
})
