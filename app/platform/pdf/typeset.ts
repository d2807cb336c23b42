import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeCompiler, type NodeError } from '@myriaddreamin/typst-ts-node-compiler'
import { openSync } from 'fontkit'
import type { PdfDocument } from './pdf-document.ts'

// Invisible characters, and those that reverse a line: controls, direction marks, joiners, variation selectors, half surrogates.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Variation_Selector}]+/gu
/** Pictographs as people write them: with skin, hair and joiners, flags, and keys. */
const PICTOGRAPHS =
  /(?:[\p{Extended_Pictographic}--[©®™]]\p{Emoji_Modifier}?\u{fe0f}?(?:\u{200d}[\p{Extended_Pictographic}]\p{Emoji_Modifier}?\u{fe0f}?)*|\p{Regional_Indicator}{1,2}|\p{Emoji_Modifier}|\u{fe0f}?\u{20e3})/gv

/** Whether a font has a code point: the brand's, or the one for the signs that it lacks. */
type Coverage = { brand(codePoint: number): boolean; signs(codePoint: number): boolean }

/** What shows that something can't be printed: a box, as no text has it, because a question mark would ask. */
const MISSING = '▯'
/** What is left of a text of nothing but pictographs. */
const ONLY_PICTOGRAPHS = '(emoji)'

/**
 * A text as the documents' fonts can print it: composed, on one line. Letters and dashes that the brand's font lacks are its plain ones where
 * that changes nothing ('ﬁn' is 'fin', a hard hyphen a hyphen); signs such as ≥, → or ½ come from the second font. Pictographs that neither
 * has are left out; anything else shows as a box, so that it is seen to be missing.
 */
export function printable(text: string, covers: Coverage): string {
  const has = (symbol: string) => all(symbol, covers.brand) || all(symbol, covers.signs)
  const printed = text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(PICTOGRAPHS, picture => drawn(picture, has))
    .replaceAll(UNSEEN, '')
  const symbols = Array.from(
    printed,
    symbol => plain(symbol, covers.brand) ?? [symbol, symbol.normalize('NFKC')].find(has) ?? MISSING,
  )
  const joined = symbols.join('').replaceAll(/ {2,}/g, ' ').trim()
  if (joined !== '' || text.trim() === '') return joined
  return new RegExp(PICTOGRAPHS.source, 'v').test(text) ? ONLY_PICTOGRAPHS : MISSING
}

const all = (symbols: string, covers: (codePoint: number) => boolean): boolean =>
  Array.from(symbols).every(symbol => covers(symbol.codePointAt(0) ?? 0))

/** A pictograph of one character, without its colours, if a font has it. */
function drawn(picture: string, has: (symbol: string) => boolean): string {
  const bare = picture.replaceAll(/\p{Variation_Selector}|\p{Emoji_Modifier}/gu, '')
  return Array.from(bare).length === 1 && has(bare) && !/\p{Regional_Indicator}|\u{20e3}/u.test(bare) ? bare : ''
}

/** A letter or a dash in the characters of the brand's font, where compatibility (NFKC) says that they are the same. */
function plain(symbol: string, brand: (codePoint: number) => boolean): string | undefined {
  if (all(symbol, brand)) return symbol
  if (/[\u2010\u2011\ufe63\uff0d]/.test(symbol)) return '-'
  // Raised letters and figures mean something by being raised.
  const same = /\p{Lu}|\p{Ll}|[\uff01-\uff5e]/u.test(symbol) ? symbol.normalize('NFKC') : symbol
  return same !== symbol && all(same, brand) ? same : undefined
}

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

/** Where templates find the picture of a document, beside them and in memory alone. */
const LOGO = join(WORKSPACE, 'logo.png')

/** Typesets documents of the house one after the other. */
export function createTypesetter(): (document: PdfDocument) => Buffer {
  const compiler = openCompiler()
  const covers = fontCoverage()
  return ({ template, createdAt, logo, ...data }) => {
    if (logo) compiler.mapShadow(LOGO, Buffer.from(logo))
    try {
      return compile(
        compiler,
        { mainFilePath: join(WORKSPACE, `${template}.typ`) },
        mapTexts(data, text => printable(text, covers)),
        createdAt,
      )
    } finally {
      // The next document may be another organisation's.
      if (logo) compiler.unmapShadow(LOGO)
    }
  }
}

/** Every text of a plain value changed by a rule; numbers stay as they are. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(element => mapTexts(element, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]))
}
