export type Point = { x: number; y: number }

/** The point of axis `index` of `count` at `radius` from `centre`; the first axis points up and the rest follow clockwise. */
export function axisPoint(centre: Point, radius: number, index: number, count: number): Point {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2
  return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) }
}

/** `x,y x,y`: two decimals, so that server and browser write the same text. */
export const pointsOf = (points: ReadonlyArray<Point>): string =>
  points.map(point => `${point.x.toFixed(2)},${point.y.toFixed(2)}`).join(' ')

/** Breaks a label at spaces into lines of at most `width` characters (a longer word gets a line of its own). */
export function wrapLabel(label: string, width: number): string[] {
  const lines: string[] = []
  for (const word of label.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
