import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isZip, readXlsx, writeXlsx } from './xlsx.server.ts'
import { openZip, writeZip } from './zip.server.ts'

const TABLE = [
  ['Nombre', 'Área'],
  ['<Ana> & "Luz"', 'Ñuñoa 😀'],
]

/** A workbook as other programs write them: shared texts, cells by their reference, the sheet where the links say. */
const workbook = (sheet: string, shared = '') =>
  writeZip([
    { name: 'xl/workbook.xml', content: '<workbook><sheets><sheet name="Uno" r:id="rId7"/></sheets></workbook>' },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: '<Relationships><Relationship Target="worksheets/hoja.xml" Id="rId7"/></Relationships>',
    },
    { name: 'xl/worksheets/hoja.xml', content: `<worksheet><cols/><sheetData>${sheet}</sheetData></worksheet>` },
    { name: 'xl/sharedStrings.xml', content: `<sst>${shared}</sst>` },
  ])

describe('a workbook', () => {
  it('round-trips', () => {
    const bytes = writeXlsx('Personas', TABLE)
    expect(isZip(bytes)).toBe(true)
    expect(readXlsx(bytes, 10)).toEqual(TABLE)
  })

  it('supports shared texts in runs, numbers, results of formulas and gaps', () => {
    const shared = '<si><t>Ana</t></si><si><r><t>Rosa </t></r><r><t>Díaz</t></r><rPh><t>no</t></rPh></si>'
    const row =
      '<row r="4"><c r="A4" t="s"><v>1</v></c><c r="C4"><v>12.5</v></c><c r="D4" t="str"><f>A1</f><v>x &amp;#38;</v></c></row>'
    expect(readXlsx(workbook(`<row r="1"/>${row}`, shared), 10)).toEqual([['Rosa Díaz', '', '12.5', 'x &#38;']])
  })

  it('is read no further than requested', () => {
    const rows = Array.from({ length: 9 }, (_, at) => `<row><c t="inlineStr"><is><t>${at}</t></is></c></row>`)
    expect(readXlsx(workbook(rows.join('')), 3)).toEqual([['0'], ['1'], ['2']])
  })

  it('is refused when a few kilobytes expand beyond a list of people', () => {
    const cells = (of: string) => readXlsx(workbook(`<row>${of.repeat(250_000)}</row>`), 10)
    expect(cells('<c/>')).toBeUndefined()
    expect(cells('<c><v>&#65;</v></c>')).toBeUndefined()
    expect(readXlsx(workbook('<row/>', '<si/>'.repeat(250_000)), 10)).toBeUndefined()
    expect(readXlsx(workbook(`<row><c t="inlineStr"><t>${'&amp;'.repeat(250_000)}</t></c></row>`), 10)).toBeUndefined()
  })

  it('may have a thousand people in thirty columns, all of shared texts', () => {
    const places = Array.from({ length: 30_000 }, (_, at) => at)
    const cells = places.map(at => `<c t="s"><v>${at}</v></c>`)
    const rows = Array.from({ length: 1000 }, (_, row) => `<row>${cells.slice(row * 30, row * 30 + 30).join('')}</row>`)
    const shared = places.map(at => `<si><t>${at} &amp; más</t></si>`)
    const table = readXlsx(workbook(rows.join(''), shared.join('')), 1002)
    expect(table).toHaveLength(1000)
    expect(table?.[999]?.[29]).toBe('29999 & más')
  })

  it('is refused when it is another kind of file', () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('PK\x03\x04'), writeZip([{ name: 'a.txt', content: 'a' }])]) {
      expect(readXlsx(bytes, 10)).toBeUndefined()
    }
  })

  it('never throws when its bytes are changed or truncated', () => {
    const whole = writeXlsx('Personas', TABLE)
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 12 })
    fc.assert(
      fc.property(changes, fc.nat(whole.length), (changed, length) => {
        const bytes = Buffer.from(whole)
        for (const [at, value] of changed) bytes[at] = value
        for (const input of [bytes, bytes.subarray(0, length)]) {
          const rows = readXlsx(input, 10)
          expect(rows === undefined || rows.length <= 10).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})

it('an archive with an excessive compression ratio is not unpacked', () => {
  const name = 'xl/worksheets/sheet1.xml'
  const packed = deflateRawSync(Buffer.alloc(50 * 1024 * 1024))
  const bomb = writeZip([{ name, content: packed.toString('latin1') }])
  expect(packed.length).toBeLessThan(100_000)
  // The writer stores: what it stored becomes the packed form by its method and bytes alone.
  const bytes = Buffer.concat([bomb])
  const start = 30 + name.length
  const stored = bytes.readUInt32LE(18)
  const repacked = Buffer.concat([bytes.subarray(0, start), packed, bytes.subarray(start + stored)])
  const central = start + packed.length
  for (const at of [8, central + 10]) repacked.writeUInt16LE(8, at)
  for (const at of [18, central + 20]) repacked.writeUInt32LE(packed.length, at)
  repacked.writeUInt32LE(central, repacked.length - 6)
  expect(openZip(repacked)?.read(name)).toBeUndefined()
  const harmless = Buffer.from(writeZip([{ name, content: 'a' }]))
  expect(openZip(harmless)?.read(name)?.toString()).toBe('a')
})
