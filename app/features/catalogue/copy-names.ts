/** 'Copia de X', within so many characters. */
export const copyName = (name: string, most: number): string => `Copia de ${name}`.slice(0, most).trim()

/** 'x-copia', or the first 'x-copia-N' that is not among `taken`. At most 80 characters. */
export function copySlug(slug: string, taken: readonly string[]): string {
  const start = `${slug.slice(0, 60).replace(/-+$/, '')}-copia`
  const known = new Set(taken)
  if (!known.has(start)) return start
  let number = 2
  while (known.has(`${start}-${number}`)) number += 1
  return `${start}-${number}`
}
