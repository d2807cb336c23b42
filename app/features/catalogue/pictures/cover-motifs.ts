import { block, COVER_HEIGHT, COVER_WIDTH, disc, type Pattern, ring } from './cover-shapes.ts'
import { hashOf } from './sample-levels.ts'

/** Patterns are made of 8 by 4 tiles, in the drawing's units. */
const TILE = 40
const COLUMNS = COVER_WIDTH / TILE
const ROWS = COVER_HEIGHT / TILE

type Random = () => number
type Motif = (random: Random) => Pattern

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

/** What covers of a category have in common; `turn` tells its charts from those of the next one. */
type CategoryStyle = { hue: string; motif: Motif; turn: number }

const CATEGORY_STYLES: Record<string, CategoryStyle> = {
  'inteligencia-artificial': { hue: 'oklch(0.52 0.13 285)', motif: orbits, turn: 0 },
  'transformacion-digital': { hue: 'oklch(0.52 0.09 220)', motif: steps, turn: 1 },
  liderazgo: { hue: 'oklch(0.56 0.14 35)', motif: petals, turn: 2 },
  'metodologias-agiles': { hue: 'oklch(0.52 0.1 155)', motif: loops, turn: 3 },
  'data-analytics': { hue: 'oklch(0.58 0.11 80)', motif: readings, turn: 4 },
}
const MOTIFS = [orbits, steps, petals, loops, readings] as const

/** The style of a category; one that an administrator adds gets a style from its slug. */
export function categoryStyle(slug: string): CategoryStyle {
  const random = randomOf(slug)
  return (
    CATEGORY_STYLES[slug] ?? {
      hue: `oklch(0.54 0.1 ${between(random, 0, 359)})`,
      motif: MOTIFS[between(randomOf(slug), 0, MOTIFS.length - 1)] ?? orbits,
      turn: hashOf(slug) % MOTIFS.length,
    }
  )
}

/** The pattern of a product of which there is nothing to show. */
export const patternOf = (slug: string, { motif }: CategoryStyle): Pattern => motif(randomOf(slug))
