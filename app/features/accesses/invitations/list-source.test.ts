import { describe, expect, it } from 'vitest'
import { parseNumbered } from '#app/platform/sheets/delimited.ts'
import { readFile } from '#app/platform/sheets/read-file.server.ts'
import type { SourceSheet } from '#app/platform/sheets/sheet-source.ts'
import { packZip } from '#app/platform/sheets/zip.server.ts'
import { shownReading } from './list-reading.ts'
import { changedReading, type ListSource, readSource } from './list-source.ts'

const sheet = (text: string, name = ''): SourceSheet => ({ name, rows: parseNumbered(text, 1002), notes: [] })
const cell = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`

function sheetsOf(bytes: Buffer) {
  const file = readFile(bytes, { mostRows: 1002, numbers: 'shown' })
  if (!file.ok) throw new Error(file.error.kind)
  return file.value
}
function read(...sheets: SourceSheet[]) {
  const source = readSource(sheets)
  if (!source.ok) throw new Error(source.error.code)
  return source.value
}
/** Rows and e-mails of the people. */
const people = (...sheets: SourceSheet[]) => read(...sheets).people.map(({ row, email }) => `${row} ${email}`)

/** The form of a stored source as its page sends it. */
function formOf(source: ListSource, changes: Record<string, string> = {}) {
  const { sheet: at, titles, columns } = source.reading
  const selected = Object.entries(columns).map(([name, column]) => [name, String(column ?? '')])
  return {
    intent: 'reread',
    sheet: String(at),
    shownSheet: String(at),
    titles: String(titles ?? ''),
    shownTitles: String(titles ?? ''),
    ...Object.fromEntries(selected),
    ...changes,
  }
}

describe('the numbers of rows', () => {
  it('are those of the sheet: blank rows and what is above the titles count', () => {
    expect(people(sheet('Nómina 2026\r\n\r\nCorreo;Nombre\r\na@x.cl;Ana\r\n;\r\n\r\nb@x.cl;Luz'))).toEqual([
      '4 a@x.cl',
      '7 b@x.cl',
    ])
    expect(people(sheet('"Notas\nen dos líneas";\nEmail;Nombre\na@x.cl;Ana'))).toEqual(['3 a@x.cl'])
  })

  it('are read from a workbook, with its visible sheets and merged cells', async () => {
    const rows = (...all: [number, string][]) => all.map(([at, cells]) => `<row r="${at}">${cells}</row>`).join('')
    const files = {
      'xl/workbook.xml':
        '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Notas &amp; más" r:id="a"/><sheet name="Oculta" state="hidden" r:id="b"/><sheet name="Personas" r:id="c"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Target="worksheets/1.xml"/><Relationship Id="b" Target="worksheets/2.xml"/><Relationship Id="c" Target="/xl/worksheets/3.xml"/></Relationships>',
      'xl/worksheets/1.xml': `<worksheet><sheetData>${rows([2, cell('B2', 'Sin correos')])}</sheetData></worksheet>`,
      'xl/worksheets/2.xml': `<worksheet><sheetData>${rows([1, cell('A1', 'oculta@x.cl')])}</sheetData></worksheet>`,
      // The first row is merged over both columns; row 6 is blank and 7 is not in the file.
      'xl/worksheets/3.xml': `<worksheet><sheetData>${rows(
        [3, `${cell('A3', 'Equipo')}<c r="B3"/>`],
        [4, cell('A4', 'Nombre') + cell('C4', 'E-mail')],
        [5, cell('A5', 'Ana Díaz') + cell('C5', 'a@x.cl')],
        [6, '<c r="A6"/>'],
        [8, cell('A8', 'Luz Soto') + cell('C8', 'b@x.cl')],
      )}</sheetData><mergeCells><mergeCell ref="A3:C3"/></mergeCells></worksheet>`,
    }
    const bytes = await packZip(
      Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) })),
    )
    const sheets = sheetsOf(bytes)
    expect(sheets.map(({ name }) => name)).toEqual(['Notas & más', 'Personas'])
    const { source, people: found } = read(...sheets)
    expect(source.reading).toMatchObject({ sheet: 1, titles: 4, columns: { fullName: 0, firstName: null, email: 2 } })
    expect(found).toMatchObject([
      { row: 5, firstName: 'Ana', lastName: 'Díaz', email: 'a@x.cl' },
      { row: 8, firstName: 'Luz', lastName: 'Soto', email: 'b@x.cl' },
    ])
  })
})

describe('the columns', () => {
  it('are taken from the e-mails where no title names them', () => {
    const { source, people: found } = read(sheet('Dirección;Cargo\na@x.cl;Jefa'))
    expect(source.reading).toEqual(expect.objectContaining({ titles: 1 }))
    expect(found).toMatchObject([{ row: 2, email: 'a@x.cl', role: 'Jefa', firstName: '' }])
  })

  it('can be selected: another column, and none', () => {
    const { source } = read(sheet('Email;Correo personal;Nombre;Cargo\na@x.cl;ana@casa.cl;Ana;Jefa'))
    const changed = changedReading(source, formOf(source, { email: '1', role: '' }))
    expect(changed).toMatchObject({ ok: true, value: { people: [{ row: 2, email: 'ana@casa.cl', role: '' }] } })
  })

  it('are named anew by other titles, and by another sheet', () => {
    const { source } = read(
      sheet('Email;Nombre\nNombre;Email\nAna Díaz;a@x.cl', 'Uno'),
      sheet('Área;Correo\nVentas;b@x.cl', 'Dos'),
    )
    expect(changedReading(source, formOf(source, { titles: '2' }))).toMatchObject({
      value: { people: [{ row: 3, firstName: 'Ana', email: 'a@x.cl' }] },
    })
    expect(changedReading(source, formOf(source, { sheet: '1', email: '7' }))).toMatchObject({
      value: { people: [{ row: 2, area: 'Ventas', email: 'b@x.cl' }], source: { reading: { sheet: 1, titles: 1 } } },
    })
  })

  it.each([
    [{ sheet: '9' }, 'unknown_sheet'],
    [{ sheet: 'x' }, 'unknown_sheet'],
    [{ titles: '77' }, 'unknown_sheet'],
    [{ email: '' }, 'no_email_column'],
    [{ email: '16384' }, 'unknown_sheet'],
    [{ role: 'nan' }, 'unknown_sheet'],
    [{ titles: '2' }, 'empty'],
  ])('are checked: %j', (changes, code) => {
    const { source } = read(sheet('Email;Nombre\na@x.cl;Ana'))
    expect(changedReading(source, formOf(source, changes))).toEqual({ ok: false, error: { code } })
  })

  it('are shown with their letters, titles and first rows', () => {
    const { source } = read(sheet('Nómina\n\nCorreo;;Nombre\na@x.cl;;Ana'))
    expect(shownReading(source)).toMatchObject({
      sheets: [''],
      titles: 3,
      titleRows: [{ number: 1, text: 'Nómina' }, { number: 3, text: 'Correo, Nombre' }, { number: 4 }],
      columns: [
        { at: 0, letter: 'A', title: 'Correo' },
        { at: 2, letter: 'C', title: 'Nombre' },
      ],
      rows: [{ number: 4, cells: ['a@x.cl', '', 'Ana'] }],
    })
    expect(shownReading(null)).toBeUndefined()
  })
})

it('a cell that is cut where an emoji stands keeps whole characters', () => {
  const comment = `${'x'.repeat(299)}😀 fin`
  const source = read(
    sheet(`Nombre;Apellido;Email;Comentario\nAna;Soto;ana@x.cl;${comment}\nEva;Rojas;eva@x.cl;a\ud83db\0c`),
  )
  const cells = source.source.sheets[0]?.rows.map(row => row.cells[3])
  expect(cells).toEqual(['Comentario', `${'x'.repeat(299)}😀`, 'a\ufffdbc'])
  expect(JSON.stringify(source)).not.toMatch(/\\u(0000|d[89a-f])/)
})

it('a sheet that is too large to be stored is refused, a later one is left out', () => {
  const large = {
    name: 'Grande',
    notes: [],
    rows: Array.from({ length: 1000 }, (_, at) => ({ number: at + 1, cells: Array<string>(30).fill('x'.repeat(300)) })),
  }
  expect(readSource([large])).toEqual({ ok: false, error: { code: 'too_wide' } })
  expect(read(sheet('a@x.cl'), large).source.sheets).toHaveLength(1)
})
