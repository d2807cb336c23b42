/** One round of a confidential item by its number, or all of them added up. */
export type ShownRound = number | 'all'

/** What a page or file of an item shows, as its address says. */
export type Shown = {
  /** The round of a confidential item, from 1, or all of them; by default, and where there is no such one, the last one. */
  round?: ShownRound | undefined
  /** The key of the measurement that it is compared with (see `Baseline`); by default, and where it is none, the first of its baselines. */
  base?: string | undefined
  /** The key of the view (see `views.ts`); by default, and where it is none, the first. */
  view?: string | undefined
}

/** All rounds, in an address. */
export const ALL_ROUNDS = 'todas'

/** The names of the parameters. */
export const ROUND_PARAMETER = 'ronda'
export const BASE_PARAMETER = 'comparar'
export const VIEW_PARAMETER = 'vista'

/** In the address of a report that the browser shows instead of saving it. */
export const INLINE_PARAMETER = 'imprimir'

/** An address with what it shows. */
export function atShown(address: string, { round, base, view }: { [Key in keyof Shown]?: Shown[Key] | null }): string {
  const parameters = new URLSearchParams()
  if (round != null) parameters.set(ROUND_PARAMETER, round === 'all' ? ALL_ROUNDS : String(round))
  if (base != null) parameters.set(BASE_PARAMETER, base)
  if (view != null) parameters.set(VIEW_PARAMETER, view)
  return parameters.size === 0 ? address : `${address}?${parameters}`
}

/** An address with one more parameter. @param parameter as it is written: `imprimir`, `papel=a4` */
export const withParameter = (address: string, parameter: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${parameter}`
