import { categoryStyle, patternOf } from './cover-motifs.ts'
import { COVER_HEIGHT, COVER_WIDTH, type CoverText, type Pattern } from './cover-shapes.ts'
import { type ProgramSample, programChart } from './program-cover.ts'
import { type ResultSample, resultChart } from './result-cover.ts'

/** What a buyer gets, of which a cover shows a sample. */
export type CoverSample = ({ kind: 'result' } & ResultSample) | ({ kind: 'program' } & ProgramSample)

export type CoverArt = Pattern & { hue: string; lines?: string; texts?: readonly CoverText[] }

/**
 * The cover of a product without an image: deterministic, at most 3 kB. It shows the sample as a chart, another one from product to
 * product; without a sample it is its category's pattern.
 */
export function coverArt(slug: string, categorySlug: string, sample?: CoverSample): CoverArt {
  const style = categoryStyle(categorySlug)
  const { hue, turn } = style
  if (sample?.kind === 'result' && sample.areas.length > 0) return { hue, ...resultChart(slug, sample, turn) }
  if (sample?.kind === 'program' && sample.blocks.length > 0) return { hue, ...programChart(sample, turn) }
  return { hue, ...patternOf(slug, style) }
}

/** The colours that a drawing is mixed with, as in app.css: an external SVG can't use the page's variables. */
const THEMES = {
  light: { ink: '#10233a', surface: '#ffffff' },
  dark: { ink: '#efeae1', surface: '#142334' },
} as const

/** Pixels: in a narrower picture (a phone's card) only large figures are read, and in a thumbnail none. */
const [SMALL_WIDTH, TINY_WIDTH] = [220, 120] as const
/** The least size of a large figure, in the drawing's units. */
const LARGE = 26

/** Text of the catalogue in the text or an attribute of the drawing. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function textElement({ x, y, text, size, bold, align, inverse }: CoverText): string {
  const anchor = align ? ` text-anchor="${align}"` : ''
  const classes = [bold && 'b', inverse && 'i', size >= LARGE && 'l'].filter(Boolean).join(' ')
  return `<text x="${x}" y="${y}" font-size="${size}"${anchor}${classes && ` class="${classes}"`}>${escaped(text)}</text>`
}

/**
 * A product's drawn cover as an SVG that follows the light and dark theme; under 3 kB. A picture can't use the page's font: its
 * words are set in what every system has, and left out where it is too small to read them.
 */
export function coverPicture(slug: string, categorySlug: string, sample: CoverSample | undefined): string {
  const { hue, soft, mid, full, strokes, lines, texts = [] } = coverArt(slug, categorySlug, sample)
  const rule = ({ ink, surface }: (typeof THEMES)['light' | 'dark']) =>
    `svg{color:color-mix(in oklab,${hue} 86%,${ink});background:color-mix(in oklab,${hue} 10%,${surface})}` +
    `text{fill:${ink};stroke:none}.i{fill:${surface}}`
  const paint = strokes
    ? 'fill="none" stroke="currentColor" stroke-linecap="round"'
    : 'fill="currentColor" fill-rule="evenodd"'
  const width = (layer: 0 | 1 | 2) => (strokes ? ` stroke-width="${strokes[layer]}"` : '')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" width="${COVER_WIDTH * 2}" height="${COVER_HEIGHT * 2}" ${paint}>` +
    `<style>text{font-family:Arial,Roboto,sans-serif}.b{font-weight:700}${rule(THEMES.light)}` +
    `@media(prefers-color-scheme:dark){${rule(THEMES.dark)}}@media(max-width:${SMALL_WIDTH}px){text:not(.l){display:none}}@media(max-width:${TINY_WIDTH}px){text{display:none}}</style>` +
    `<path d="${soft}" opacity=".18"${width(0)}/><path d="${mid}" opacity=".42"${width(1)}/><path d="${full}"${width(2)}/>` +
    (lines ? `<path d="${lines}" fill="none" stroke="currentColor" stroke-width="2"/>` : '') +
    `${texts.map(textElement).join('')}</svg>`
  )
}
