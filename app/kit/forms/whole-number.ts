/** '$ 249.990' as '249990'; any other text unchanged, to be refused as typed. */
export function plainNumber(typed: string): string {
  const bare = typed.replace(/[\s$]/g, '')
  return /^\d{1,3}(\.\d{3})+$/.test(bare) ? bare.replace(/\./g, '') : bare
}

/**
 * Parses a whole number as people type it: `249990`, `249.990`, `$ 249.990`; undefined for anything else, and beyond 15
 * digits.
 */
export function readWhole(typed: string): number | undefined {
  const plain = plainNumber(typed)
  return /^\d{1,15}$/.test(plain) ? Number(plain) : undefined
}
