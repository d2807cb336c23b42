/** What a page or file of an item shows, as its address says. */
export type Shown = {
  /** The round of a confidential item, from 1; by default, and where there is none of that number, the last one. */
  round?: number | undefined
  /** The key of the measurement that it is compared with (see `Baseline`); by default, and where it is none, the first of its baselines. */
  base?: string | undefined
}

/** The names of the parameters. */
export const ROUND_PARAMETER = 'ronda'
export const BASE_PARAMETER = 'comparar'

/** An address with what it shows. */
export function atShown(address: string, { round, base }: { [Key in keyof Shown]: Shown[Key] | null }): string {
  const parameters = new URLSearchParams()
  if (round != null) parameters.set(ROUND_PARAMETER, String(round))
  if (base != null) parameters.set(BASE_PARAMETER, base)
  return parameters.size === 0 ? address : `${address}?${parameters}`
}
