import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Numbers } from './number-text.ts'
import { writeWorkbook } from './workbook.server.ts'
import { archive, row, workbook } from './workbook.test-support.ts'
import { readWorkbook, readXlsx } from './xlsx.server.ts'
import { openZip, packZip } from './zip.server.ts'

const TABLE = [
  ['Nombre', 'Área'],
  ['<Ana> & "Luz"', 'Ñuñoa 😀'],
]

const [head = [], ...rows] = TABLE
const written = () => writeWorkbook([{ name: 'Personas', columns: head.map(label => ({ label, width: 24 })), rows }])

async function read(parts: Parameters<typeof workbook>[0], numbers: Numbers = 'shown') {
  const found = readWorkbook(await workbook(parts), { mostRows: 1002, numbers })
  if (!found.ok) throw new Error(found.error.kind)
  return found.value
}
const cellsOf = async (parts: Parameters<typeof workbook>[0], numbers?: Numbers) =>
  (await read(parts, numbers)).sheets[0]?.rows.map(({ cells }) => cells)

describe('a workbook', () => {
  it('round-trips', async () => {
    expect(readXlsx(await written(), 10)).toEqual(TABLE)
  })

  it('supports shared texts in runs, numbers, results of formulas and gaps', async () => {
    const shared = '<si><t>Ana</t></si><si><r><t>Rosa </t></r><r><t>Díaz</t></r><rPh><t>no</t></rPh></si>'
    const sheet =
      '<row r="1"/><row r="4"><c r="A4" t="s"><v>1</v></c><c r="C4"><v>12.5</v></c><c r="D4" t="str"><f>A1</f><v>x &amp;#38;</v></c></row>'
    expect(await cellsOf({ sheet, shared }, 'exact')).toEqual([['Rosa Díaz', '', '12.5', 'x &#38;']])
  })

  it('is read whatever its prefixes are, and in its strict form', async () => {
    const file = (main: string, relations: string) =>
      archive({
        '_rels/.rels': `<p:Relationships xmlns:p="http://schemas.openxmlformats.org/package/2006/relationships"><p:Relationship Type="${relations}/officeDocument" Target="/xl/libro.xml" Id="a"/></p:Relationships>`,
        'xl/libro.xml': `<x:workbook xmlns:x="${main}" xmlns:rel="${relations}"><x:sheets><x:sheet name="Lista" rel:id="b"/></x:sheets></x:workbook>`,
        'xl/_rels/libro.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="hojas\\una.xml" Id="b"/><Relationship Type="${relations}/sharedStrings" Target="textos.xml" Id="c"/></Relationships>`,
        'XL/Hojas/una.xml': `<x:worksheet xmlns:x="${main}" xmlns:y="urn:otro"><x:sheetData><x:row><y:c><y:v>no</y:v></y:c><x:c t="s"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
        'xl/textos.xml': `<x:sst xmlns:x="${main}"><x:si><x:t><![CDATA[Ana & Luz]]></x:t></x:si></x:sst>`,
      })
    const OFFICE = 'http://schemas.openxmlformats.org'
    const transitional = await file(`${OFFICE}/spreadsheetml/2006/main`, `${OFFICE}/officeDocument/2006/relationships`)
    const strict = await file(
      'http://purl.oclc.org/ooxml/spreadsheetml/main',
      'http://purl.oclc.org/ooxml/officeDocument/relationships',
    )
    for (const bytes of [transitional, strict]) expect(readXlsx(bytes, 10)).toEqual([['Ana & Luz']])
  })

  it('decodes the escapes of its texts, and those alone', async () => {
    const texts = ['Ana_x000D_', 'A_x0020_B', 'a_x005F_x0041_', '_x00e1_', '_x41_', '_x0041']
    const shared = '<si><t>Luz_x000d_</t></si>'
    const sheet = `${row(1, texts)}<row><c t="s"><v>0</v></c><c t="str"><v>x_x0026_y</v></c></row>`
    expect(await cellsOf({ sheet, shared })).toEqual([
      ['Ana\r', 'A B', 'a_x0041_', 'á', '_x41_', '_x0041'],
      ['Luz\r', 'x&y'],
    ])
  })

  it('leaves out what its program hides, and says what that is', async () => {
    const before =
      '<cols><col min="2" max="2" width="9" hidden="1"/><col min="4" max="5" width="0" customWidth="1"/></cols>'
    const sheet = [
      row(1, ['Nombre', 'RUT', 'Email']),
      row(2, ['Ana', '1-9', 'a@x.cl']),
      row(3, ['Eva', '', 'e@x.cl'], 'hidden="1"'),
      row(4, ['Luz', '', 'l@x.cl', '', 'nota'], 'hidden="false"'),
      row(5, ['Sol'], 'ht="0" customHeight="1"'),
      '<row r="6" hidden="1"><c/></row>',
    ].join('')
    expect((await read({ before, sheet })).sheets[0]).toMatchObject({
      rows: [
        { number: 1, cells: ['Nombre', '', 'Email'] },
        { number: 2, cells: ['Ana', '', 'a@x.cl'] },
        { number: 4, cells: ['Luz', '', 'l@x.cl', '', ''] },
      ],
      hiddenRows: [3, 5],
      hiddenColumns: [1, 4],
    })
  })

  it('shows numbers, dates, percentages, booleans and errors as its program does', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="00000000"/><numFmt numFmtId="165" formatCode="[$-340A]d &quot;de&quot; mmmm"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="3"/><xf numFmtId="22"/></cellXfs>'
    const cell = (style: number, value: string, type = 'n') => `<c s="${style}" t="${type}"><v>${value}</v></c>`
    const sheet = `<row>${cell(1, '46347')}${cell(2, '0.456')}${cell(3, '44871')}${cell(4, '46347')}${cell(5, '1234567.5')}${cell(0, '0.30000000000000004')}${cell(0, '11002034')}${cell(0, '1', 'b')}${cell(0, '#N/A', 'e')}${cell(6, '46347.625')}${cell(0, '2026-11-21T00:00:00', 'd')}</row>`
    expect(await cellsOf({ sheet, styles })).toEqual([
      [
        '21-11-2026',
        '46%',
        '00044871',
        '21 de noviembre',
        '1.234.568',
        '0,3',
        '11002034',
        'VERDADERO',
        '#N/A',
        '21-11-2026 15:00',
        '2026-11-21',
      ],
    ])
    expect((await cellsOf({ sheet, styles }, 'exact'))?.[0]?.slice(0, 6)).toEqual([
      '21-11-2026',
      '0.456',
      '44871',
      '21-11-2026',
      '1234567.5',
      '0.30000000000000004',
    ])
    const properties = '<workbookPr date1904="1"/>'
    expect((await cellsOf({ sheet, styles, properties }))?.[0]?.[0]).toBe('22-11-2030')
  })

  it('gives what is merged over several rows to each of them', async () => {
    const sheet = row(1, ['Área', 'Nombre']) + row(2, ['TI', 'Ana']) + row(3, ['', 'Eva']) + row(5, ['', 'Luz'])
    const after = '<mergeCells><mergeCell ref="A2:A5"/><mergeCell ref="B1:C1"/></mergeCells>'
    expect(await cellsOf({ sheet, after })).toEqual([
      ['Área', 'Nombre'],
      ['TI', 'Ana'],
      ['TI', 'Eva'],
      ['TI', 'Luz'],
    ])
  })

  it('counts formulas whose result the file lacks', async () => {
    const sheet =
      '<row><c t="inlineStr"><is><t>a</t></is></c><c><f>A1&amp;"x"</f></c><c t="str"><f>""</f><v></v></c></row>'
    expect((await read({ sheet })).sheets[0]?.uncomputed).toBe(1)
  })

  it('is read no further than requested', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => row(at + 1, [`${at}`]))
    expect(readXlsx(await workbook({ sheet: rows.join('') }), 3)).toEqual([['0'], ['1'], ['2']])
  })

  it('is refused when a few kilobytes expand beyond any list', async () => {
    const kindOf = async (parts: Parameters<typeof workbook>[0]) => {
      const limits = { elements: 10_000, cells: 1000 }
      const found = readWorkbook(await workbook(parts), { mostRows: 10, numbers: 'shown' }, limits)
      return found.ok ? 'read' : found.error.kind
    }
    expect(await kindOf({ sheet: `<row>${'<c/>'.repeat(1001)}</row>` })).toBe('too_complex')
    expect(await kindOf({ sheet: '<row><c r="XFD1"/></row>' })).toBe('too_complex')
    expect(await kindOf({ sheet: '', shared: '<si/>'.repeat(10_000) })).toBe('too_complex')
    const after = `<mergeCells>${'<mergeCell ref="XFD1:XFD9"/>'.repeat(9)}</mergeCells>`
    expect(await kindOf({ sheet: `${row(1, ['a'])}<row r="2"><c r="B2"><v>1</v></c></row>`, after })).toBe('read')
    const entities = '<!DOCTYPE worksheet [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
    const hostile = await archive({
      'xl/workbook.xml': `${entities}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets><sheet name="&b;"/></sheets></workbook>`,
    })
    expect(readXlsx(hostile, 10)).toBeUndefined()
  })

  it('may have a thousand people in a hundred columns, all of shared texts', async () => {
    const places = Array.from({ length: 100_000 }, (_, at) => at)
    const cells = places.map(at => `<c t="s"><v>${at}</v></c>`)
    const sheet = Array.from(
      { length: 1000 },
      (_, at) => `<row>${cells.slice(at * 100, at * 100 + 100).join('')}</row>`,
    )
    const shared = places.map(at => `<si><t>${at} &amp; más</t></si>`)
    const table = readXlsx(await workbook({ sheet: sheet.join(''), shared: shared.join('') }), 1002)
    expect(table).toHaveLength(1000)
    expect(table?.[999]?.[99]).toBe('99999 & más')
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
