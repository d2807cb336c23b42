import { brokenLines } from './broken-lines.ts'
import { coverArt } from './cover.ts'
import type { SharedProduct } from './picture-address.ts'

type Rgb = readonly [number, number, number]

/** OKLCH to linear light, by its author's matrices (B. Ottosson, 'A perceptual color space for image processing'). */
function linearOf(lightness: number, chroma: number, degrees: number): Rgb {
  const [a, b] = [chroma * Math.cos((degrees * Math.PI) / 180), chroma * Math.sin((degrees * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const encoded = (light: number): number => {
  const clamped = Math.min(1, Math.max(0, light))
  return Math.round(255 * (clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055))
}

const hexOf = (rgb: Rgb): string => `#${rgb.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/**
 * A hue of cover.ts for renderers without `oklch()` and `color-mix()`.
 * @param share of the hue, 0 to 1; the rest is `other`, a colour as `#rrggbb`.
 */
function mixedHue(hue: string, share: number, other: string): string {
  const [lightness = 0, chroma = 0, degrees = 0] = (hue.match(/[\d.]+/g) ?? []).map(Number)
  const [red, green, blue] = linearOf(lightness, chroma, degrees)
  const [r, g, b] = rgbOf(other)
  const mix = (own: number, added: number) => encoded(own) * share + added * (1 - share)
  return hexOf([mix(red, r), mix(green, g), mix(blue, b)])
}

/** The size that messengers recommend, in pixels. */
const SHARE_WIDTH = 1200
const SHARE_HEIGHT = 630

const [INK, PAPER, COPPER, MUTED, WHITE] = ['#10233a', '#fbfaf7', '#b2501f', '#5b6675', '#ffffff'] as const
const STAR = 'M12 0 14 12 12 24 10 12Z'
const MARGIN = 72
const TEXT_WIDTH = SHARE_WIDTH - 2 * MARGIN
/** Pixels from the top where a product's cover ends. */
const COVER_END = 276

type Spot = { x: number; y: number; size: number; weight: 400 | 600; colour: string }

/** Draws text as outlines, so that a product's name can't contain markup, and measures it (pixels). */
export type Lettering = {
  width(text: string, size: number, weight: 400 | 600): number
  draw(text: string, spot: Spot): string
}

const star = (x: number, y: number, size: number): string =>
  `<g transform="translate(${x} ${y}) scale(${size / 24})" fill="${COPPER}"><path d="${STAR}"/>` +
  `<path d="${STAR}" transform="rotate(60 12 12) translate(1.8 1.8) scale(.85)"/>` +
  `<path d="${STAR}" transform="rotate(120 12 12) translate(1.8 1.8) scale(.85)"/></g>`

/** The shop's name with its star; `x` is the left end. */
function wordmark(lettering: Lettering, x: number, y: number, size: number): string {
  const end = x + lettering.width('Alhena', size, 600)
  return (
    lettering.draw('Alhena', { x, y, size, weight: 600, colour: INK }) +
    star(end + size * 0.06, y - size * 0.78, size * 0.52)
  )
}

const picture = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}" viewBox="0 0 ${SHARE_WIDTH} ${SHARE_HEIGHT}">` +
  `<rect width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}" fill="${PAPER}"/>${content}</svg>`

/** The cover of a product across the top, cropped as on the shop's pages. */
function cover({ slug, categorySlug }: SharedProduct): string {
  const { hue, soft, mid, full, strokes } = coverArt(slug, categorySlug)
  const colour = mixedHue(hue, 0.86, INK)
  const paint = strokes
    ? `fill="none" stroke="${colour}" stroke-linecap="round"`
    : `fill="${colour}" fill-rule="evenodd"`
  const width = (layer: 0 | 1 | 2) => (strokes ? ` stroke-width="${strokes[layer]}"` : '')
  return (
    `<svg width="${SHARE_WIDTH}" height="${COVER_END}" viewBox="0 0 320 160" preserveAspectRatio="xMidYMid slice" ${paint}>` +
    `<rect width="320" height="160" fill="${mixedHue(hue, 0.1, WHITE)}" stroke="none"/><path d="${soft}" opacity=".18"${width(0)}/>` +
    `<path d="${mid}" opacity=".42"${width(1)}/><path d="${full}"${width(2)}/></svg>`
  )
}

/** The share picture of a product as SVG: its cover, name and price. */
export function productDrawing(product: SharedProduct, lettering: Lettering): string {
  const lines = brokenLines(product.name, 2, line => lettering.width(line, 60, 600) <= TEXT_WIDTH)
  const title = lines.map((line, at) =>
    lettering.draw(line, { x: MARGIN, y: 424 + at * 70, size: 60, weight: 600, colour: INK }),
  )
  const [category = ''] = brokenLines(product.categoryName, 1, line => lettering.width(line, 30, 400) <= TEXT_WIDTH)
  return picture(
    cover(product) +
      lettering.draw(category, { x: MARGIN, y: 344, size: 30, weight: 400, colour: COPPER }) +
      title.join('') +
      lettering.draw(product.price, { x: MARGIN, y: 576, size: 34, weight: 400, colour: MUTED }) +
      wordmark(lettering, SHARE_WIDTH - MARGIN - 196, 576, 48),
  )
}

/** The share picture of the shop as SVG. */
export const shopDrawing = (lettering: Lettering): string =>
  picture(
    wordmark(lettering, MARGIN, 168, 72) +
      lettering.draw('Mide dónde estás.', { x: MARGIN, y: 356, size: 84, weight: 600, colour: INK }) +
      lettering.draw('Decide qué sigue.', { x: MARGIN, y: 456, size: 84, weight: 600, colour: INK }) +
      lettering.draw('Assessments y talleres para personas y organizaciones de Chile', {
        x: MARGIN,
        y: 552,
        size: 32,
        weight: 400,
        colour: MUTED,
      }) +
      star(822, 92, 356),
  )
