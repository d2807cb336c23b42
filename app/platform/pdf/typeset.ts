import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeCompiler, type NodeError } from '@myriaddreamin/typst-ts-node-compiler'
import { openSync } from 'fontkit'
import type { PdfDocument } from './pdf-document.ts'
import { type Coverage, printable } from './printable.ts'

/** Templates and fonts, and nothing else: a template reads no file outside of it. */
export const WORKSPACE = fileURLToPath(new URL('../../../documents', import.meta.url))
const FONTS = join(WORKSPACE, 'fonts')

/** Opens the typesetter on the templates and on their fonts. */
export const openCompiler = (): NodeCompiler =>
  NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontPaths: [FONTS] }] })

/** Whether the documents' fonts have a code point. */
export const fontCoverage = (): Coverage => ({
  // Both weights of the brand's have the same.
  brand: coverageOf(['instrument-sans-400.ttf']),
  signs: coverageOf(['dejavu-sans-400.ttf', 'dejavu-sans-700.ttf']),
})

/** Whether all of these fonts have a code point. */
function coverageOf(files: readonly string[]): (codePoint: number) => boolean {
  const known = files.map(file => {
    const font = openSync(join(FONTS, file))
    return new Set('characterSet' in font ? font.characterSet : [])
  })
  return codePoint => known.every(characters => characters.has(codePoint))
}

/** The input of a compilation: the source of a test, or a template's file. */
type Source = { mainFileContent: string } | { mainFilePath: string }

/**
 * Typesets as PDF/UA-1, whose rules are checked on the way.
 * @param data reaches the template as one text of JSON, so that no part of it can be read as markup.
 * @throws Error with the messages of the compiler.
 */
export function compile(compiler: NodeCompiler, source: Source, data: unknown, createdAt: Date): Buffer {
  try {
    const compiled = compiler.compile({ ...source, inputs: { data: JSON.stringify(data) } })
    const document = compiled.result
    if (!document) throw new Error(messagesOf(compiled.takeError() ?? compiled.takeDiagnostics()))
    return compiler.pdf(document, { pdfStandard: 'ua-1', creationTimestamp: Math.floor(createdAt.getTime() / 1000) })
  } finally {
    // The typesetter caches laid out texts: cleared, so that no results stay in memory.
    compiler.evictCache(0)
  }
}

const messagesOf = (error: NodeError | null): string => JSON.stringify(error?.shortDiagnostics ?? 'No document')

/** Typesets documents of the house one after the other. */
export function createTypesetter(): (document: PdfDocument) => Buffer {
  const compiler = openCompiler()
  const covers = fontCoverage()
  return ({ template, createdAt, ...data }) =>
    compile(
      compiler,
      { mainFilePath: join(WORKSPACE, `${template}.typ`) },
      mapTexts(data, text => printable(text, covers)),
      createdAt,
    )
}

/** Every text of a plain value changed by a rule; numbers stay as they are. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(element => mapTexts(element, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]))
}
