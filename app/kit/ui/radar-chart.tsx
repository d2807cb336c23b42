import { useId } from 'react'
import type { Blocks } from './blocks.ts'
import { classNames } from './class-names.ts'
import { formatLevel } from './format-level.ts'
import { RadarPlot } from './radar-plot.tsx'

export type RadarAxis = {
  label: string
  /** From 0 to `max`; null when there is nothing to show. */
  level: number | null
  /** Drawn as a dotted outline when every axis has one. */
  target?: number | undefined
  /** A band round the level, drawn when every axis with a level has one. */
  low?: number | undefined
  high?: number | undefined
}

type RadarChartProps = {
  /** Names the chart ('Nivel de madurez por área'). */
  title: string
  /** One sentence that says what the drawing shows. */
  description: string
  /** Three or more, with different labels. */
  axes: ReadonlyArray<RadarAxis>
  max?: number | undefined
  valueLabel?: string | undefined
  targetLabel?: string | undefined
  /** Names the band. */
  spreadLabel?: string | undefined
  /** Lists the axes by number beneath a narrow chart; false where what stands beside it does. */
  listed?: boolean | undefined
  className?: string | undefined
}

/** A radar over N axes, drawn on the server. In a narrow box its labels become numbers with a list beneath. */
export function RadarChart(props: RadarChartProps) {
  const {
    title,
    description,
    axes,
    max = 5,
    valueLabel = 'Nivel',
    targetLabel = 'Objetivo',
    spreadLabel,
    listed = true,
    className,
  } = props
  const targeted = axes.every(axis => axis.target !== undefined)
  return (
    <figure className={classNames('@container min-w-0', className)}>
      <RadarSvg
        {...{ title, description }}
        width={640}
        height={500}
        className="mx-auto w-full max-w-[44rem] @max-[34rem]:hidden"
      >
        <RadarPlot axes={axes} max={max} width={640} height={500} radius={172} labels="full" />
      </RadarSvg>
      <RadarSvg
        {...{ title, description }}
        width={320}
        height={320}
        className="mx-auto hidden w-full max-w-96 @max-[34rem]:block"
      >
        <RadarPlot axes={axes} max={max} width={320} height={320} radius={126} labels="number" />
      </RadarSvg>
      <figcaption aria-hidden="true">
        <span className="mt-3 flex flex-wrap justify-center gap-x-6 gap-y-1 text-sm text-muted">
          <span className="flex items-center gap-2">
            <span className="h-0.5 w-5 bg-copper" />
            <span>{valueLabel}</span>
          </span>
          {spreadLabel !== undefined && (
            <span className="flex items-center gap-2">
              <span className="h-3 w-5 bg-ink/12" />
              <span>{spreadLabel}</span>
            </span>
          )}
          {targeted && (
            <span className="flex items-center gap-2">
              <span className="w-5 border-t-2 border-dotted border-ink" />
              <span>{targetLabel}</span>
            </span>
          )}
        </span>
        {listed && (
          <span className="mt-4 hidden text-md @max-[34rem]:block">
            {axes.map((axis, index) => (
              <span key={axis.label} className="flex gap-3 border-t border-line py-2">
                <span className="w-4 flex-none font-semibold tabular-nums">{index + 1}</span>
                <span className="min-w-0 flex-1">{axis.label}</span>
                <span className="font-semibold text-copper tabular-nums">{formatLevel(axis.level)}</span>
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <RadarTable {...{ title, axes, targeted, valueLabel, targetLabel, spreadLabel }} />
    </figure>
  )
}

type RadarSvgProps = {
  title: string
  description: string
  width: number
  height: number
  className: string
  children: Blocks
}

function RadarSvg({ title, description, width, height, className, children }: RadarSvgProps) {
  const id = useId()
  return (
    <svg
      role="img"
      viewBox={`0 0 ${width} ${height}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-desc`}
      className={className}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>{description}</desc>
      {children}
    </svg>
  )
}

type RadarTableProps = Required<Pick<RadarChartProps, 'title' | 'axes'>> & {
  targeted: boolean
  valueLabel: string
  targetLabel: string
  spreadLabel: string | undefined
}

function RadarTable({ title, axes, targeted, valueLabel, targetLabel, spreadLabel }: RadarTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Área</th>
            <th scope="col">{valueLabel}</th>
            {targeted && <th scope="col">{targetLabel}</th>}
            {spreadLabel !== undefined && <th scope="col">{spreadLabel}</th>}
          </tr>
        </thead>
        <tbody>
          {axes.map(axis => (
            <tr key={axis.label}>
              <th scope="row">{axis.label}</th>
              <td>{formatLevel(axis.level)}</td>
              {targeted && <td>{formatLevel(axis.target ?? null)}</td>}
              {spreadLabel !== undefined && (
                <td>
                  {axis.low === undefined || axis.high === undefined
                    ? '–'
                    : `${formatLevel(axis.low)} a ${formatLevel(axis.high)}`}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
