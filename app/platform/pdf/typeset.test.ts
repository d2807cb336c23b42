import { describe, expect, it } from 'vitest'
import { readPdf } from '#tests/support/read-pdf.ts'
import { compile, openCompiler } from './typeset.ts'

const compiler = openCompiler()
const now = new Date('2026-11-21T15:00:00Z')
const typeset = (source: string, data: unknown = {}) =>
  compile(compiler, { mainFileContent: `#set document(title: "Prueba", author: "Alhena")\n${source}` }, data, now)

describe('a template', () => {
  it.each(['/etc/passwd', '../package.json', '/../package.json', '../../../../../../etc/passwd'])(
    'reads nothing outside of the templates: %s',
    path => {
      expect(() => typeset(`#read("${path}")`)).toThrow(/access denied|not found/)
    },
  )

  it('reads another template', () => {
    expect(() => typeset('#import "brand.typ": muted')).not.toThrow()
  })

  it('gets what people typed as text, whatever it says', async () => {
    const typed = '#read("/etc/passwd") *a* _b_ $x$ <l> @ref \\u{41} #panic() // = \\ [x] `c`'
    const { pages } = await readPdf(
      typeset('#set text(font: "Instrument Sans", fallback: false)\n#json(bytes(sys.inputs.data)).typed', { typed }),
    )
    expect(pages[0]?.trim()).toBe(typed)
  })

  it('fails where a symbol is in none of its fonts, and takes none of the machine’s', () => {
    expect(() => typeset('#set text(font: "Instrument Sans", fallback: false)\nشركة')).toThrow(/could not be displayed/)
  })
})
