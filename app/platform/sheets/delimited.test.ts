import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BETWEEN_CELLS,
  decodeText,
  joinNeutralised,
  joinPacked,
  parseDelimited,
  ROW_END,
  writeDelimited,
} from './delimited.ts'

describe('the bytes of a text', () => {
  it.each([
    ['UTF-8', Buffer.from('Área;Peña')],
    ['UTF-8 with its mark', Buffer.from('\uFEFFÁrea;Peña')],
    ['Latin-1', Buffer.from('Área;Peña', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFFÁrea;Peña', 'utf16le')],
  ])('are decoded as %s', (_name, bytes) => {
    expect(decodeText(bytes)).toBe('Área;Peña')
  })

  it('are always decoded, with no more rows than requested', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 0, max: 5 }), (bytes, max) => {
        const rows = parseDelimited(decodeText(bytes), max)
        expect(rows.length).toBeLessThanOrEqual(max)
        for (const row of rows) expect(row.join('').trim()).not.toBe('')
      }),
    )
  })
})

describe('a delimited text', () => {
  it.each([
    [';', 'a;b,c;d'],
    [',', 'a,"b;c",d'],
    ['tab', 'a\tb;c\td'],
  ])('uses the most frequent delimiter of the first line: %s', (_name, text) => {
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

  it('limits the columns of a row', () => {
    const [row] = parseDelimited(`a;b;"c;d"${';'.repeat(1_000_000)};z`, 10)
    expect(row?.slice(0, 4)).toEqual(['a', 'b', 'c;d', ''])
    expect(row).toHaveLength(1000)
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
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
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
