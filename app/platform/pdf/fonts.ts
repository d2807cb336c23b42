import { fileURLToPath } from 'node:url'
import { Font } from '@react-pdf/renderer'
import { openSync } from 'fontkit'
import { breakWord } from './printable.ts'

/** Instrument Sans in the two weights of the brand. The font is the reader's own part of the file: nothing is fetched to print it. */
const WEIGHTS = [400, 600] as const
/** The latin part, and the rest of the latin letters for names from elsewhere. */
const PARTS = { 'Instrument Sans': 'latin', 'Instrument Sans Ext': 'latin-ext' } as const

/** In the order in which a symbol is looked for. */
export const FONT_FAMILY = Object.keys(PARTS)

const fileOf = (part: string, weight: number): string =>
  fileURLToPath(new URL(`./fonts/instrument-sans-${part}-${weight}-normal.woff`, import.meta.url))

/** Makes the brand's font known to the drawing library, without its English hyphenation. */
export function registerFonts(): void {
  for (const [family, part] of Object.entries(PARTS)) {
    Font.register({
      family,
      fonts: WEIGHTS.map(fontWeight => ({ src: fileOf(part, fontWeight), fontWeight })),
    })
  }
  Font.registerHyphenationCallback(breakWord)
}

/** Whether the font can print a code point. */
export function fontCoverage(): (codePoint: number) => boolean {
  const known = new Set(
    Object.values(PARTS).flatMap(part => {
      const font = openSync(fileOf(part, WEIGHTS[0]))
      return 'characterSet' in font ? font.characterSet : []
    }),
  )
  return codePoint => known.has(codePoint)
}
