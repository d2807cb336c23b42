import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeWorkbook } from './workbook.server.ts'
import { isZip, readXlsx } from './xlsx.server.ts'
import { openZip, packZip } from './zip.server.ts'

const TABLE = [
  ['Nombre', 'Área'],
  ['<Ana> & "Luz"', 'Ñuñoa 😀'],
]

const archive = (files: Record<string, string>) =>
  packZip(Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) })))

const [head = [], ...rows] = TABLE
const written = () => writeWorkbook([{ name: 'Personas', columns: head.map(label => ({ label, width: 24 })), rows }])

/** A workbook as other programs write them: shared texts, cells by their reference, the sheet where the links say. */
const workbook = (sheet: string, shared = '') =>
  archive({
    'xl/workbook.xml': '<workbook><sheets><sheet name="Uno" r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Target="worksheets/hoja.xml" Id="rId7"/></Relationships>',
    'xl/worksheets/hoja.xml': `<worksheet><cols/><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${shared}</sst>`,
  })

describe('a workbook', () => {
  it('round-trips', async () => {
    const bytes = await written()
    expect(isZip(bytes)).toBe(true)
    expect(readXlsx(bytes, 10)).toEqual(TABLE)
  })

  it('supports shared texts in runs, numbers, results of formulas and gaps', async () => {
    const shared = '<si><t>Ana</t></si><si><r><t>Rosa </t></r><r><t>Díaz</t></r><rPh><t>no</t></rPh></si>'
    const row =
      '<row r="4"><c r="A4" t="s"><v>1</v></c><c r="C4"><v>12.5</v></c><c r="D4" t="str"><f>A1</f><v>x &amp;#38;</v></c></row>'
    expect(readXlsx(await workbook(`<row r="1"/>${row}`, shared), 10)).toEqual([['Rosa Díaz', '', '12.5', 'x &#38;']])
  })

  it('is read no further than requested', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => `<row><c t="inlineStr"><is><t>${at}</t></is></c></row>`)
    expect(readXlsx(await workbook(rows.join('')), 3)).toEqual([['0'], ['1'], ['2']])
  })

  it('is refused when a few kilobytes expand beyond a list of people', async () => {
    const cells = async (of: string) => readXlsx(await workbook(`<row>${of.repeat(250_000)}</row>`), 10)
    expect(await cells('<c/>')).toBeUndefined()
    expect(await cells('<c><v>&#65;</v></c>')).toBeUndefined()
    expect(readXlsx(await workbook('<row/>', '<si/>'.repeat(250_000)), 10)).toBeUndefined()
    expect(
      readXlsx(await workbook(`<row><c t="inlineStr"><t>${'&amp;'.repeat(250_000)}</t></c></row>`), 10),
    ).toBeUndefined()
  })

  it('may have a thousand people in thirty columns, all of shared texts', async () => {
    const places = Array.from({ length: 30_000 }, (_, at) => at)
    const cells = places.map(at => `<c t="s"><v>${at}</v></c>`)
    const rows = Array.from({ length: 1000 }, (_, row) => `<row>${cells.slice(row * 30, row * 30 + 30).join('')}</row>`)
    const shared = places.map(at => `<si><t>${at} &amp; más</t></si>`)
    const table = readXlsx(await workbook(rows.join(''), shared.join('')), 1002)
    expect(table).toHaveLength(1000)
    expect(table?.[999]?.[29]).toBe('29999 & más')
  })

  it('is refused when it is another kind of file', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('PK\x03\x04'), await archive({ 'a.txt': 'a' })]) {
      expect(readXlsx(bytes, 10)).toBeUndefined()
    }
  })

  it('never throws when its bytes are changed or truncated', async () => {
    const whole = await written()
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

it('an archive with an excessive compression ratio is not unpacked', async () => {
  const bomb = await packZip([
    { name: 'large.xml', content: Buffer.alloc(50 * 1024 * 1024) },
    { name: 'small.xml', content: Buffer.from('a') },
  ])
  expect(bomb.length).toBeLessThan(100_000)
  expect(openZip(bomb)?.read('large.xml')).toBeUndefined()
  expect(openZip(bomb)?.read('small.xml')?.toString()).toBe('a')
})
