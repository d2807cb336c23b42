import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readPdf } from '#tests/support/read-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'
import { compile, createTypesetter, openCompiler, WORKSPACE } from './typeset.ts'

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

  // Typst follows symbolic links inside its workspace.
  it('contains no symbolic link', () => {
    const links = readdirSync(WORKSPACE, { recursive: true, withFileTypes: true }).filter(entry =>
      entry.isSymbolicLink(),
    )
    expect(links).toEqual([])
  })

  it('can import another template', () => {
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

describe('a document', () => {
  const document = createTypesetter()

  it('is typeset whatever its texts are', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 300 }))
    const facts = fc.array(fc.record({ label: text, value: text }), { maxLength: 3 })
    const content = fc.record({
      letterhead: fc.array(text, { minLength: 1, maxLength: 4 }),
      name: text,
      statement: text,
      facts,
      signature: fc.record({ name: text, lines: fc.array(text, { maxLength: 2 }) }),
      verification: fc.record({
        address: fc.constant('https://tienda.example/certificado/CT-1'),
        qr: fc.constant('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0,0h1v1h-1z"/></svg>'),
        alt: text.map(shown => `Código QR de ${shown}`),
        text,
      }),
    })
    const certificate = fc.record({
      template: fc.constant('certificate' as const),
      title: text.map(name => `Certificado de ${name}`),
      subject: text,
      author: text,
      brand: text,
      footer: text,
      createdAt: fc.constant(now),
      content,
    }) satisfies fc.Arbitrary<PdfDocument>
    fc.assert(
      fc.property(certificate, input => document(input).subarray(0, 5).toString() === '%PDF-'),
      { numRuns: 25 },
    )
  })
})

// A registry that lacks a platform's binary makes npm leave its entry out: `npm ci` then fails, or installs no binary there.
it('is locked with the binaries of every platform', () => {
  const { packages } = z
    .object({
      packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })),
    })
    .parse(JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')))
  const binaries = Object.keys(
    packages['node_modules/@myriaddreamin/typst-ts-node-compiler']?.optionalDependencies ?? {},
  )
  expect(binaries.length).toBeGreaterThan(5)
  expect(binaries.filter(name => !(`node_modules/${name}` in packages))).toEqual([])
})
