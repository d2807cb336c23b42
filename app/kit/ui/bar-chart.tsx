import { useId } from 'react'
import { EmptyState } from './empty-state.tsx'

export type ChartBar = {
  /** What the bar stands for, as '21-11-2026'. */
  label: string
  /** The label of the axis, where the whole one is long. */
  short?: string | undefined
  value: number
  /** The value as people read it. */
  text: string
  /** A second figure of the table. */
  note?: string | undefined
  /** The value that it is compared with, drawn behind the bar. */
  before?: number | undefined
}

type BarChartProps = {
  /** Describes the chart for assistive technology. */
  title: string
  bars: readonly ChartBar[]
  /** Formats a value of the axis, shortened. */
  axis: (value: number) => string
  /** Said instead of an axis where every value is 0. */
  empty: string
  /** Heads of the table: what a bar stands for, its value, its second figure. */
  columns: readonly [string, string, string?]
}

/** The next round figure: 1, 2, 2.5 or 5 times a power of ten. */
export function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 2.5, 5, 10].find(step => step * power >= value) ?? 10) * power
}

/** Minimum height in percent of a bar that is not zero, so that it stays visible. */
const MIN_HEIGHT = 0.8

/**
 * The bars whose labels are on the axis: first, last and, of five and more, three between them. In a narrow chart a whole
 * date for each would touch the next one: `wide` ones are left out there.
 */
function labelled(bars: readonly ChartBar[]): { bar: ChartBar; wide: boolean }[] {
  const last = bars.length - 1
  const shown =
    bars.length < 5 ? bars.map((_, index) => index) : [0, 0.25, 0.5, 0.75, 1].map(part => Math.round(part * last))
  const isWide = (place: number) => (shown.length === 4 ? place === 1 || place === 2 : place % 2 === 1)
  return shown.flatMap((index, place) => {
    const bar = bars[index]
    return bar ? [{ bar, wide: shown.length > 3 && isWide(place) }] : []
  })
}

/** Values side by side, drawn by the server, with a table of the same figures below. */
export function BarChart({ title, bars, axis, empty, columns }: BarChartProps) {
  const id = useId()
  const isEmpty = bars.every(bar => bar.value <= 0 && (bar.before ?? 0) <= 0)
  const [labelHead, valueHead, noteHead] = columns
  return (
    <figure aria-labelledby={id}>
      <figcaption id={id} className="sr-only">
        {title}
      </figcaption>
      {isEmpty ? <EmptyState title={empty} className="py-10" /> : <Plot bars={bars} axis={axis} />}
      <details className="mt-4 text-md">
        <summary className="inline-flex min-h-9 cursor-pointer items-center text-copper underline underline-offset-4 pointer-coarse:min-h-11">
          Ver como tabla
        </summary>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls; a section would be one landmark too many. */}
        <div
          role="group"
          aria-labelledby={id}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="mt-2 max-h-72 overflow-y-auto"
        >
          <table className="w-full text-left tabular-nums">
            <thead className="text-sm text-muted">
              <tr>
                <th scope="col" className="py-1.5 font-medium">
                  {labelHead}
                </th>
                {noteHead !== undefined && (
                  <th scope="col" className="py-1.5 text-right font-medium">
                    {noteHead}
                  </th>
                )}
                <th scope="col" className="py-1.5 text-right font-medium">
                  {valueHead}
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.map(bar => (
                <tr key={bar.label} className="border-t border-line">
                  <th scope="row" className="py-1.5 font-normal">
                    {bar.label}
                  </th>
                  {noteHead !== undefined && <td className="py-1.5 text-right">{bar.note}</td>}
                  <td className="py-1.5 text-right">{bar.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

/** The bars over their axis; the table beside them says the same. */
function Plot({ bars, axis }: Pick<BarChartProps, 'bars' | 'axis'>) {
  // Even, so that half of it is a whole number too, for the middle mark of the axis.
  const max = 2 * Math.ceil(roundUp(Math.max(0, ...bars.flatMap(bar => [bar.value, bar.before ?? 0]))) / 2)
  const heightOf = (value: number) => (value <= 0 ? 0 : Math.max(MIN_HEIGHT, (100 * value) / max))
  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs text-muted tabular-nums">
      <div className="flex h-52 flex-col justify-between text-right leading-none">
        {[max, max / 2, 0].map(value => (
          <span key={value}>{axis(value)}</span>
        ))}
      </div>
      <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className="h-52 w-full overflow-visible">
        {[0, 50, 100].map(y => (
          <line key={y} x1="0" x2="100" y1={y} y2={y} className="stroke-line" vectorEffect="non-scaling-stroke" />
        ))}
        {bars.map((bar, index) => {
          const width = 100 / bars.length
          const height = heightOf(bar.value)
          const before = heightOf(bar.before ?? 0)
          return (
            <g key={bar.label} className="group">
              <title>{`${bar.label}: ${bar.text}`}</title>
              <rect x={index * width} y="0" width={width} height="100" className="fill-transparent" />
              {before > 0 && (
                <rect x={index * width} y={100 - before} width={width} height={before} className="fill-line" />
              )}
              <rect
                x={index * width + width * 0.14}
                y={100 - height}
                width={width * 0.72}
                height={height}
                className="fill-copper group-hover:fill-copper-strong"
              />
            </g>
          )
        })}
      </svg>
      <span />
      <div className="@container mt-2">
        <div className="flex justify-between gap-x-3 whitespace-nowrap">
          {labelled(bars).map(({ bar, wide }) => (
            <span key={bar.label} className={wide ? '@max-[26rem]:hidden' : undefined}>
              {bar.short ?? bar.label}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}
