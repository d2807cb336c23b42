import { join } from 'node:path'
import { type Font, openSync } from 'fontkit'
import sharp from 'sharp'

const WEIGHTS = [400, 600] as const
type Weight = (typeof WEIGHTS)[number]

type Spot = { x: number; y: number; size: number; weight: Weight; colour: string }

/**
 * The brand's font as outlines, so that rendering needs no installed fonts and no text can be read as SVG markup.
 * @param root the project's folder.
 * @throws Error when a font's file is missing.
 */
export function openLettering(root: string) {
  const fonts = new Map(WEIGHTS.map(weight => [weight, openFont(root, weight)]))

  /** Characters that the font lacks are left out rather than drawn as boxes. */
  function layout(text: string, weight: Weight) {
    const font = fonts.get(weight)
    if (!font) throw new Error(`No font of weight ${weight}`)
    const known = [...text].filter(sign => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)).join('')
    return { run: font.layout(known), unit: 1 / font.unitsPerEm }
  }

  return {
    /** Pixels that a text is wide at a size. */
    width(text: string, size: number, weight: Weight): number {
      const { run, unit } = layout(text, weight)
      return run.advanceWidth * unit * size
    },
    /** SVG paths of a text, from its left end at a baseline. */
    draw(text: string, { x, y, size, weight, colour }: Spot): string {
      const { run, unit } = layout(text, weight)
      const scale = unit * size
      let at = x
      const paths = run.glyphs.map((glyph, index) => {
        const position = run.positions[index]
        const left = at + (position?.xOffset ?? 0) * scale
        at += (position?.xAdvance ?? 0) * scale
        return `<path transform="translate(${left.toFixed(2)} ${y}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`
      })
      return `<g fill="${colour}">${paths.join('')}</g>`
    },
  }
}

function openFont(root: string, weight: Weight): Font {
  const font = openSync(join(root, 'documents/fonts', `instrument-sans-${weight}.ttf`))
  if (!('layout' in font)) throw new Error('The brand’s font is a collection')
  return font
}

// One picture is drawn at a time and sharp caches none: the shop caches the finished ones.
sharp.concurrency(1)
sharp.cache(false)

/** Draws an SVG of known size as PNG. @throws when it is no SVG. */
export const drawPng = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, quality: 92 }).toBuffer()
