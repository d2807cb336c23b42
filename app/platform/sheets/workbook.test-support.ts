import { packZip } from './zip.server.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

export const archive = (files: Readonly<Record<string, string>>) =>
  packZip(Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) })))

type Parts = {
  /** The rows of the first sheet, and what comes before and after them. */
  sheet: string
  before?: string
  after?: string
  shared?: string
  styles?: string
  properties?: string
}

/** A workbook as other programs write them: shared texts, cells by their reference, the sheet where the relations say. */
export const workbook = ({ sheet, before = '', after = '', shared = '', styles = '', properties = '' }: Parts) =>
  archive({
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml" Id="rId1"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">${properties}<sheets><sheet name="Uno" r:id="rId7"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Target="worksheets/hoja.xml" Id="rId7"/></Relationships>`,
    'xl/worksheets/hoja.xml': `<worksheet xmlns="${MAIN}">${before}<sheetData>${sheet}</sheetData>${after}</worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${shared}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
  })

/** A row of inline texts, with attributes of the row. */
export const row = (number: number, texts: readonly string[], attributes = '') =>
  `<row r="${number}" ${attributes}>${texts.map(text => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
