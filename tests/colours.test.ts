import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The pairs of colours that the design uses (app/kit/ui/README.md). Which pair an element has, the audits in a browser check.

const TEXT = 4.5
const EDGE = 3

const PAIRS: [foreground: string[], background: string[], ratio: number][] = [
  [['ink', 'muted'], ['paper', 'surface', 'sunken', 'copper-soft'], TEXT],
  [['copper'], ['paper', 'surface', 'sunken'], TEXT],
  [['copper-strong'], ['copper-soft'], TEXT],
  [['on-copper'], ['copper'], TEXT],
  [['good-ink'], ['good-soft'], TEXT],
  [['fair-ink'], ['fair-soft'], TEXT],
  [['poor-ink'], ['poor-soft'], TEXT],
  [['poor'], ['surface'], TEXT],
  [['surface'], ['poor'], TEXT],
  [['control'], ['paper', 'surface', 'sunken'], EDGE],
  [['good', 'fair', 'poor', 'copper'], ['line'], EDGE],
]

const [light = '', dark = ''] = readFileSync('app/app.css', 'utf8').split('(prefers-color-scheme: dark)')
const coloursOf = (css: string) =>
  new Map([...css.matchAll(/--color-([\w-]+): #([\da-f]{6});/g)].map(m => [m[1], m[2]]))

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(at => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

test.each([
  ['light', coloursOf(light)],
  ['dark', coloursOf(dark)],
])('colours are legible in the %s theme', (_, colours) => {
  const weak = PAIRS.flatMap(([foregrounds, backgrounds, ratio]) =>
    foregrounds.flatMap(foreground =>
      backgrounds
        .map(background => ({
          pair: `${foreground} on ${background}`,
          found: contrast(colours.get(foreground) ?? '', colours.get(background) ?? ''),
        }))
        .filter(({ found }) => !(found >= ratio)),
    ),
  )
  expect(weak).toEqual([])
})
