import { GROUP_MIN } from '#app/features/results/consolidated/tallies.ts'
import { countOf, inNumber, partOf } from '#app/kernel/format.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import type { ForecastGroup, GroupForecast } from './reporting-groups.ts'

/** `Con esta lista se mostrarán 3 de 4 grupos`. */
export const forecastText = ({ shown, groups }: GroupForecast): string =>
  groups.length === 0
    ? 'En esta lista nadie tiene un área'
    : `Con esta lista ${inNumber(shown, 'se mostrará', 'se mostrarán')} ${partOf(shown, groups.length, 'grupo', 'grupos')}`

/** What becomes of the people whose group is too small. */
const restText = ({ rest }: GroupForecast): string =>
  rest === 0
    ? ''
    : rest < GROUP_MIN
      ? `Así, ${countOf(rest, 'persona queda', 'personas quedan')} fuera de los resultados de esa ronda: hacen falta ${GROUP_MIN}, así que ${inNumber(rest, 'espera', 'esperan')} la siguiente.`
      : `Así, ${countOf(rest, 'persona cuenta', 'personas cuentan')} solo en el total y en «Otras áreas».`

const shortText = ({ missing }: ForecastGroup): string =>
  `${inNumber(missing, 'Falta', 'Faltan')} ${countOf(missing, 'persona', 'personas')}: invita a más, o júntalo con otro grupo.`

/** Which groups would be shown, which one falls short and what to do about it. */
export function ForecastSummary({ forecast }: { forecast: GroupForecast }) {
  return (
    <div className="grid gap-3 text-md">
      <p className="font-semibold">{`${forecastText(forecast)}.`}</p>
      <ul className="grid gap-2 max-sm:gap-4">
        {forecast.groups.map(group => (
          <li key={group.name} className="grid gap-x-3 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <span>
              <Badge tone={group.missing === 0 ? 'good' : 'fair'}>
                {group.missing === 0 ? 'Se muestra' : 'No alcanza'}
              </Badge>
            </span>
            <span className="wrap-anywhere">
              <span className="font-medium">{group.name}</span>
              <span className="text-muted tabular-nums">{`, ${countOf(group.people, 'persona', 'personas')}`}</span>
              {group.missing > 0 && <span className="block text-muted">{shortText(group)}</span>}
            </span>
          </li>
        ))}
      </ul>
      <p className="max-w-prose text-muted">
        {`Un grupo se muestra desde ${GROUP_MIN} personas distintas, sin contarte a ti, si todas terminan antes de que publiques. ${restText(forecast)}`.trim()}
      </p>
    </div>
  )
}
