import { NO_DETAIL } from '#app/features/results/consolidated/tallies.ts'
import { rounded } from '#app/kernel/rounding.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import type { ResultMode } from '#app/platform/database/values.ts'

/** Below this a change is never called one, in levels. */
const LEAST_CHANGE = 0.3

/** The 95% interval of a change, in levels: two decimals, or as many more as it takes to say on which side of 0 a bound is. */
export type Interval = { low: number; high: number }

/** How the people who answered both measurements changed. */
export type Pairs = { people: number; up: number; down: number; same: number }

/** The change of an area, or of the general level. `before`, `now` and `change` have one decimal, as they are shown. */
export type Change = {
  before: number
  now: number
  change: number
  /** Null where fewer than two people have a level in one of both, or no deviation is shown. */
  interval: Interval | null
  /** Null where different people are compared. */
  pairs: Pairs | null
}

export type SectionChange = Change & { area: string }

/** Whether a change is one: the interval excludes 0 and it is at least `LEAST_CHANGE`. Null: there is no interval to tell. */
export function direction({ change, interval }: Pick<Change, 'change' | 'interval'>): 'up' | 'down' | 'unclear' | null {
  if (interval === null) return null
  if (interval.low > 0 && change >= LEAST_CHANGE) return 'up'
  return interval.high < 0 && change <= -LEAST_CHANGE ? 'down' : 'unclear'
}

/** `+0,4`, `-0,2` or `0,0`. */
export const signedLevel = (change: number): string => `${change > 0 ? '+' : ''}${formatLevel(change)}`

/** `Sube 0,6`, `Sin cambio claro (+0,2)`; without an interval only the difference. */
export function changeText(change: Pick<Change, 'change' | 'interval'>): string {
  switch (direction(change)) {
    case 'up':
      return `Sube ${formatLevel(change.change)}`
    case 'down':
      return `Baja ${formatLevel(-change.change)}`
    case 'unclear':
      return `Sin cambio claro (${signedLevel(change.change)})`
    case null:
      return signedLevel(change.change)
  }
}

const decimals = new Intl.NumberFormat('es-CL', { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** `0,12 a 0,68`; `Sin intervalo` where there is none. */
export const intervalText = (interval: Interval | null): string =>
  interval === null ? 'Sin intervalo' : `${decimals.format(interval.low)} a ${decimals.format(interval.high)}`

/** `9 suben, 2 bajan, 1 igual`; null where different people are compared. */
export const pairsText = (pairs: Pairs | null): string | null =>
  pairs === null
    ? null
    : `${pairs.up} ${pairs.up === 1 ? 'sube' : 'suben'}, ${pairs.down} ${pairs.down === 1 ? 'baja' : 'bajan'}, ${pairs.same} ${pairs.same === 1 ? 'igual' : 'iguales'}`

/** The difference of two levels as they are shown, so that a reader can check it. */
export const shownChange = (before: number, now: number): number => rounded(now - before, 1)

/** A level with one decimal as its measurement shows it; without one, the reason in words. */
export type ShownLevel = { mean: number | null; text: string }

export function showLevel(mean: number | null, mode: ResultMode): ShownLevel {
  if (mean !== null) return { mean, text: formatLevel(mean) }
  return { mean, text: mode === 'confidential' ? NO_DETAIL : 'sin nivel' }
}

/** What an interval was computed from. */
export type ChangeMethod =
  /** The differences of the people who answered both. */
  | 'paired'
  /** The exact means and variances of both groups of people. */
  | 'independent'
  /** The same, of which the figures of a confidential purchase are those that are shown. */
  | 'shown'

const RULE =
  'Se dice que un área sube o baja solo si el intervalo no incluye el 0 y el cambio es de al menos 0,3; si no, no hay un cambio claro: puede ser azar, o muy pequeño. Con menos de dos personas con nivel no hay intervalo.'

const METHODS: Readonly<Record<ChangeMethod, string>> = {
  paired:
    'El cambio es el promedio de las diferencias de quienes respondieron las dos veces, por su correo; «antes» y «ahora» son los niveles de esas mismas personas. El intervalo de 95% es el de Student para diferencias pareadas.',
  independent:
    'El cambio es la diferencia entre los promedios de las dos mediciones, cada una con sus personas. El intervalo de 95% es el de Welch, que considera cuánto varían las personas de cada una y cuántas son.',
  shown:
    'El cambio es la diferencia entre los promedios de las dos mediciones, cada una con sus personas. El intervalo de 95% es el de Welch, calculado solo con las cifras mostradas de lo que es confidencial: nivel, dispersión y personas. Donde no se muestra la dispersión, no hay intervalo.',
}

export const CHANGE_METHOD_TITLE = 'Cómo se mide el cambio'

/** How a change is measured, in paragraphs for page and paper. */
export const changeMethod = (method: ChangeMethod): string[] => [METHODS[method], RULE]
