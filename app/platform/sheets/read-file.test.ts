import { expect, it } from 'vitest'
import { readFile } from './read-file.server.ts'
import { row, workbook } from './workbook.test-support.ts'

const SHOWN = ['Pago Ana', 'تجربة', '👩‍🔧', '']
/** The same with a soft hyphen, a zero-width blank, a bidirectional embedding and a mark of order. */
const WRITTEN = ['Pa\u00adgo\u200b \u202aAna\u202c', '\u2067تجربة\u2069', '👩‍🔧', '\ufeff\u200b']

it('the cells of a file have no characters that nobody sees, in a text as in a workbook', async () => {
  const reading = { mostRows: 5, numbers: 'shown' } as const
  const cellsOf = (bytes: Buffer) => {
    const read = readFile(bytes, reading)
    return read.ok && read.value[0]?.rows[0]?.cells
  }
  expect(cellsOf(Buffer.from(WRITTEN.join(';')))).toEqual(SHOWN)
  expect(cellsOf(await workbook({ sheet: row(1, WRITTEN) }))).toEqual(SHOWN)
})
