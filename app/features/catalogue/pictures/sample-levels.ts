/** Invented levels of 5, apart enough for a shape; each can be the mean of five answers. */
const LEVELS = [3.2, 2.4, 4.2, 3.4, 2.2, 4.4, 3, 2.6] as const

/** FNV-1a: the same text always gives the same number, on the server and in the browser. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** The invented result of a product with that many areas: its picture and the sample of its report show the same. */
export function sampleLevels(slug: string, areas: number): number[] {
  const hash = hashOf(slug)
  // An odd step reaches each of the eight levels before one comes again.
  const step = 1 + 2 * (hash % 4)
  return Array.from({ length: areas }, (_, index) => LEVELS[((hash >>> 2) + index * step) % LEVELS.length] ?? 3)
}
