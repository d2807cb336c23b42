import { hashOf, sampleLevels } from './sample-levels.ts'

/** Three layers of path data in one hue, from faint to strong. With `strokes` (widths) they are lines, else areas. */
export type CoverArt = {
  hue: string
  soft: string
  mid: string
  full: string
  strokes?: readonly [number, number, number]
}

/** The drawing's units: 8 by 4 tiles of 40. */
const COVER_WIDTH = 320
const COVER_HEIGHT = 160
const TILE = 40
const COLUMNS = COVER_WIDTH / TILE
const ROWS = COVER_HEIGHT / TILE

type Random = () => number
type Motif = (random: Random) => Omit<CoverArt, 'hue'>

/** mulberry32 of the text's hash: the same slug always draws the same cover. */
function randomOf(text: string): Random {
  let state = hashOf(text)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const between = (random: Random, from: number, to: number): number => from + Math.floor(random() * (to - from + 1))

const disc = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`

const ring = (x: number, y: number, radius: number, width: number): string =>
  disc(x, y, radius) + disc(x, y, radius - width)

const block = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`

/** A quarter disc that fills a tile, centred in corner 0 to 3 (clockwise from the upper left). */
function quarter(x: number, y: number, corner: number, size = TILE): string {
  const [cx, cy] = [x + (corner === 1 || corner === 2 ? size : 0), y + (corner >= 2 ? size : 0)]
  const [dx, dy] = [corner === 0 || corner === 3 ? size : -size, corner < 2 ? size : -size]
  const sweep = dx * dy > 0 ? 1 : 0
  return `M${cx} ${cy}h${dx}a${size} ${size} 0 0 ${sweep} ${-dx} ${dy}z`
}

/** Orbits: rings around one body, with smaller bodies on them. */
const orbits: Motif = random => {
  const left = random() < 0.5
  const [x, y] = [(left ? between(random, 1, 3) : between(random, 5, 7)) * TILE, between(random, 0, 4) * TILE]
  const width = between(random, 2, 4) * 8
  const rings = Array.from({ length: 7 }, (_, index) => width * 2 * (index + 2))
  const bodies = rings.slice(0, 5).map((radius, index) => {
    const angle = Math.atan2(80 - y, 160 - x) + (random() - 0.5) * 1.2
    const at = radius - width / 2
    return disc(Math.round(x + Math.cos(angle) * at), Math.round(y + Math.sin(angle) * at), 5 + ((index * 3) % 7))
  })
  return {
    soft: rings.map(radius => ring(x, y, radius, width)).join(''),
    mid: disc(x, y, width * 2),
    full: bodies.join('') + disc(x, y, width),
  }
}

/** Steps: columns that rise or fall, with a landing here and there. */
const steps: Motif = random => {
  const parts = { soft: '', mid: '', full: '' }
  const falling = random() < 0.4
  for (let column = 0; column < COLUMNS; column += 1) {
    const rise = falling ? COLUMNS - 1 - column : column
    const height = Math.min(ROWS, Math.max(1, Math.round(0.6 + (rise * 3) / COLUMNS) + between(random, -1, 1)))
    const [x, top] = [column * TILE, COVER_HEIGHT - height * TILE]
    parts.soft += block(x, top, TILE, height * TILE)
    if (random() < 0.7) parts.mid += block(x, top, TILE, TILE)
    if (height > 1 && random() < 0.7) parts.full += quarter(x, top + TILE, between(random, 0, 3))
    else if (random() < 0.25) parts.full += quarter(x, top, falling ? 0 : 1)
  }
  return parts
}

/** Petals: quarter discs that turn towards and away from each other. */
const petals: Motif = random => {
  const parts = { soft: '', mid: '', full: '' }
  for (let row = 0; row < ROWS; row += 2) {
    for (let column = 0; column < COLUMNS; column += 2) {
      const kind = random()
      const [x, y] = [column * TILE, row * TILE]
      const corner = between(random, 0, 3)
      if (kind < 0.4) parts.soft += quarter(x, y, corner, TILE * 2)
      else if (kind < 0.7) parts.mid += quarter(x, y, corner, TILE * 2)
      else parts.soft += block(x, y, TILE * 2, TILE * 2)
      if (random() < 0.55) parts.full += disc(x + TILE, y + TILE, random() < 0.5 ? TILE : TILE / 2)
    }
  }
  return parts
}

/** Loops: arcs from tile to tile; each whole line has one strength. */
const loops: Motif = random => {
  const lines = new Map<string, { arcs: string[]; ends: string[] }>()
  const join = (arc: string, from: string, to: string) => {
    const joined = { arcs: [arc], ends: [from, to] }
    for (const line of new Set([lines.get(from), lines.get(to)])) {
      if (!line) continue
      joined.arcs.push(...line.arcs)
      joined.ends.push(...line.ends)
    }
    for (const end of joined.ends) lines.set(end, joined)
  }
  for (let y = 0; y < COVER_HEIGHT; y += TILE) {
    for (let x = 0; x < COVER_WIDTH; x += TILE) {
      const [half, top, left] = [TILE / 2, `${x + 20} ${y}`, `${x} ${y + 20}`]
      const [bottom, right] = [`${x + 20} ${y + TILE}`, `${x + TILE} ${y + 20}`]
      const turned = random() < 0.5
      join(`M${top}a20 20 0 0 ${turned ? `1-${half} 20` : '0 20 20'}`, top, turned ? left : right)
      join(`M${bottom}a20 20 0 0 ${turned ? `1 20-${half}` : '0-20-20'}`, bottom, turned ? right : left)
    }
  }
  const parts = { soft: '', mid: '', full: '' }
  const byLength = [...new Set(lines.values())].toSorted((a, b) => b.arcs.length - a.arcs.length)
  for (const [index, line] of byLength.entries()) {
    parts[index === 1 ? 'full' : index % 3 === 0 ? 'mid' : 'soft'] += line.arcs.join('')
  }
  return { ...parts, strokes: [11, 11, 11] }
}

/** Readings: a field of dots, the curve through it and what lies near. */
const readings: Motif = random => {
  const parts = { soft: '', mid: '', full: '' }
  const [phase, slope, drift] = [random() * 6, 0.25 + random() * 0.6, (random() - 0.5) * 0.9]
  for (let column = 0; column < 16; column += 1) {
    const level = 0.5 + Math.sin(column * slope + phase) * 0.32 + drift * (column / 15 - 0.5)
    for (let row = 0; row < 8; row += 1) {
      const distance = row / 7 - level
      const layer = Math.abs(distance) < 0.1 ? 'full' : distance > 0 && distance < 0.4 ? 'mid' : 'soft'
      parts[layer] += `M${column * 20 + 10} ${row * 20 + 10}h0`
    }
  }
  return { ...parts, strokes: [5, 9, 14] }
}

const CATEGORY_STYLES: Record<string, { hue: string; motif: Motif }> = {
  'inteligencia-artificial': { hue: 'oklch(0.52 0.13 285)', motif: orbits },
  'transformacion-digital': { hue: 'oklch(0.52 0.09 220)', motif: steps },
  liderazgo: { hue: 'oklch(0.56 0.14 35)', motif: petals },
  'metodologias-agiles': { hue: 'oklch(0.52 0.1 155)', motif: loops },
  'data-analytics': { hue: 'oklch(0.58 0.11 80)', motif: readings },
}
const MOTIFS = [orbits, steps, petals, loops, readings] as const

/** The hue of a category; one that an administrator adds gets a hue from its slug. */
const categoryHue = (slug: string): string =>
  CATEGORY_STYLES[slug]?.hue ?? `oklch(0.54 0.1 ${between(randomOf(slug), 0, 359)})`

/** Levels go from 0 to this. */
const TOP_LEVEL = 5
/** The radar's centre and radius, and where its bars begin, in the drawing's units. */
const RADAR = { x: 92, y: 80, radius: 66 }
const BARS = { x: 184, width: 112, top: 20, bottom: 140 }

/** One point per radius, evenly around the radar's centre, the first one on top. */
const cornersOf = (radii: readonly number[]) =>
  radii.map((radius, index) => {
    const angle = (index / radii.length) * 2 * Math.PI - Math.PI / 2
    return { x: Math.round(RADAR.x + Math.cos(angle) * radius), y: Math.round(RADAR.y + Math.sin(angle) * radius) }
  })

const polygon = (radii: readonly number[]): string =>
  `M${cornersOf(radii)
    .map(({ x, y }) => `${x} ${y}`)
    .join('L')}z`

/** What a buyer gets: the radar and the bars of a result with one level per area. */
function resultArt(levels: readonly number[]): Omit<CoverArt, 'hue'> {
  const step = (BARS.bottom - BARS.top) / levels.length
  const height = Math.min(10, step * 0.6)
  const bars = (widths: readonly number[]) =>
    widths
      .map((width, index) => block(BARS.x, +(BARS.top + step * (index + 0.5) - height / 2).toFixed(1), width, height))
      .join('')
  const reached = levels.map(level => (level / TOP_LEVEL) * RADAR.radius)
  const lengths = levels.map(level => Math.round((level / TOP_LEVEL) * BARS.width))
  const rings = Array.from({ length: TOP_LEVEL }, (_, ring) =>
    polygon(levels.map(() => (RADAR.radius * (TOP_LEVEL - ring)) / TOP_LEVEL)),
  )
  return {
    soft: rings.join('') + bars(levels.map(() => BARS.width)),
    mid: polygon(reached),
    full:
      bars(lengths) +
      cornersOf(reached)
        .map(({ x, y }) => disc(x, y, 3))
        .join(''),
  }
}

/** The fewest areas that a radar shows as a shape. */
const FEWEST_AREAS = 3

/**
 * The cover of a product without an image: deterministic, at most 3 kB. It shows a result with as many areas as the
 * product's questionnaire has; a product without one gets its category's pattern.
 */
export function coverArt(slug: string, categorySlug: string, areas = 0): CoverArt {
  if (areas >= FEWEST_AREAS) return { hue: categoryHue(categorySlug), ...resultArt(sampleLevels(slug, areas)) }
  const motif =
    CATEGORY_STYLES[categorySlug]?.motif ?? MOTIFS[between(randomOf(categorySlug), 0, MOTIFS.length - 1)] ?? orbits
  return { hue: categoryHue(categorySlug), ...motif(randomOf(slug)) }
}

/** The colours that a drawing is mixed with, as in app.css: an external SVG can't use the page's variables. */
const THEMES = {
  light: { ink: '#10233a', surface: '#ffffff' },
  dark: { ink: '#efeae1', surface: '#142334' },
} as const

/**
 * A product's drawn cover as an SVG that follows the light and dark theme; under 4 kB. It contains numbers and known
 * colours only, never text from the slugs.
 */
export function coverPicture(slug: string, categorySlug: string, areas: number): string {
  const { hue, soft, mid, full, strokes } = coverArt(slug, categorySlug, areas)
  const rule = ({ ink, surface }: (typeof THEMES)['light' | 'dark']) =>
    `svg{color:color-mix(in oklab,${hue} 86%,${ink});background:color-mix(in oklab,${hue} 10%,${surface})}`
  const paint = strokes
    ? 'fill="none" stroke="currentColor" stroke-linecap="round"'
    : 'fill="currentColor" fill-rule="evenodd"'
  const width = (layer: 0 | 1 | 2) => (strokes ? ` stroke-width="${strokes[layer]}"` : '')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" width="${COVER_WIDTH * 2}" height="${COVER_HEIGHT * 2}" ${paint}>` +
    `<style>${rule(THEMES.light)}@media(prefers-color-scheme:dark){${rule(THEMES.dark)}}</style>` +
    `<path d="${soft}" opacity=".18"${width(0)}/><path d="${mid}" opacity=".42"${width(1)}/><path d="${full}"${width(2)}/></svg>`
  )
}
