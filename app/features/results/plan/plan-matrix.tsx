import { actionTitle, decimalText, impactText, MATRIX_TEXT, MATRIX_TITLE, type WeighedAction } from './plan-texts.ts'

/** Columns and rows of the drawing: actions that fall into the same cell stand beside each other. */
const COLUMNS = 8
const ROWS = 5

/** Which of so many equal parts a figure falls in, from 1. */
const partIn = (value: number, most: number, parts: number): number =>
  most === 0 ? 1 : Math.min(parts, Math.floor((value / most) * parts) + 1)

/** The actions by impact and effort; the table beside the drawing has the figures. */
export function PlanMatrix({ weighed }: { weighed: readonly WeighedAction[] }) {
  const mostEffort = Math.max(...weighed.map(({ effort }) => effort))
  const mostImpact = Math.max(...weighed.map(({ impact }) => impact))
  const cells = Map.groupBy(
    weighed,
    ({ effort, impact }) => `${ROWS + 1 - partIn(impact, mostImpact, ROWS)} / ${partIn(effort, mostEffort, COLUMNS)}`,
  )
  return (
    <>
      <p className="mb-5 max-w-prose text-md text-muted">{MATRIX_TEXT}</p>
      <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-[24rem_minmax(0,1fr)]">
        <div aria-hidden="true" data-exact-colour className="break-inside-avoid text-sm text-muted">
          <p>Más impacto</p>
          <div
            className="mt-1 grid border-b border-l border-ink bg-ink/3"
            style={{
              gridTemplateColumns: `repeat(${COLUMNS}, minmax(0, 1fr))`,
              gridTemplateRows: `repeat(${ROWS}, minmax(2.75rem, auto))`,
            }}
          >
            {[...cells].map(([place, own]) => (
              <span
                key={place}
                style={{ gridArea: place }}
                className="flex flex-wrap content-center items-center justify-center gap-0.5"
              >
                {own.map(({ number }) => (
                  <span
                    key={number}
                    className="flex size-6 items-center justify-center rounded-full bg-copper text-xs font-semibold text-surface tabular-nums"
                  >
                    {number}
                  </span>
                ))}
              </span>
            ))}
          </div>
          <p className="mt-1 text-right">Más esfuerzo</p>
        </div>
        <table className="w-full border-collapse text-md">
          <caption className="sr-only">{MATRIX_TITLE}</caption>
          <thead>
            <tr className="border-b border-line text-sm text-muted">
              <th scope="col" className="py-1.5 pr-4 text-left font-medium">
                Acción
              </th>
              <th scope="col" className="py-1.5 pr-4 text-right font-medium">
                Impacto
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                Días
              </th>
            </tr>
          </thead>
          <tbody>
            {weighed.map(({ number, action, impact, effort }) => (
              <tr key={number} className="border-b border-line align-top last:border-b-0">
                <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                  {`${number}. ${actionTitle(action)}`}
                </th>
                <td className="py-1.5 pr-4 text-right tabular-nums">{impactText(impact)}</td>
                <td className="py-1.5 text-right tabular-nums">{decimalText(effort)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
