import { formatLevel } from './format-level.ts'
import type { RadarAxis } from './radar-chart.tsx'

type Point = { x: number; y: number }

/** The point of axis `index` of `count` at `radius` from `centre`; the first axis points up and the rest follow clockwise. */
function axisPoint(centre: Point, radius: number, index: number, count: number): Point {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2
  return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) }
}

/** `x,y x,y`: two decimals, so that server and browser write the same text. */
const pointsOf = (points: ReadonlyArray<Point>): string =>
  points.map(point => `${point.x.toFixed(2)},${point.y.toFixed(2)}`).join(' ')

/** Breaks a label at spaces into lines of at most `width` characters (a longer word gets a line of its own). */
function wrapLabel(label: string, width: number): string[] {
  const lines: string[] = []
  for (const word of label.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

type RadarPlotProps = {
  axes: ReadonlyArray<RadarAxis>
  max: number
  width: number
  height: number
  radius: number
  /** Full labels round the chart, or numbers that a legend explains. */
  labels: 'full' | 'number'
}

const LINE = 17

/** The drawing alone: rings, spokes, target, values and labels. Pure SVG, the same on the server. */
export function RadarPlot({ axes, max, width, height, radius, labels }: RadarPlotProps) {
  const centre: Point = { x: width / 2, y: height / 2 }
  const count = axes.length
  const ring = (share: number) => pointsOf(axes.map((_, index) => axisPoint(centre, radius * share, index, count)))
  const series = (level: (axis: RadarAxis) => number) =>
    axes.map((axis, index) => axisPoint(centre, (radius * level(axis)) / max, index, count))
  const values = series(axis => axis.level ?? 0)
  const targeted = axes.every(axis => axis.target !== undefined)
  return (
    <>
      {Array.from({ length: max }, (_, index) => index + 1).map(level => (
        <polygon
          key={level}
          points={ring(level / max)}
          className={level === max ? 'fill-none stroke-control' : 'fill-none stroke-line'}
        />
      ))}
      {axes.map((axis, index) => {
        const tip = axisPoint(centre, radius, index, count)
        return <line key={axis.label} x1={centre.x} y1={centre.y} x2={tip.x} y2={tip.y} className="stroke-line" />
      })}
      {axes.some(axis => axis.low !== undefined) && (
        <path
          d={`M${pointsOf(series(axis => Math.min(max, axis.high ?? axis.level ?? 0)))}ZM${pointsOf(series(axis => Math.max(0, axis.low ?? axis.level ?? 0)))}Z`}
          fillRule="evenodd"
          className="fill-ink/12"
        />
      )}
      {targeted && (
        <polygon
          points={pointsOf(series(axis => axis.target ?? 0))}
          className="fill-none stroke-ink"
          strokeWidth="1.5"
          strokeDasharray="2 4"
          strokeLinecap="round"
        />
      )}
      <polygon
        points={pointsOf(values)}
        className="fill-copper/14 stroke-copper"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      {values.map((point, index) => (
        <circle
          key={axes[index]?.label}
          cx={point.x.toFixed(2)}
          cy={point.y.toFixed(2)}
          r="4"
          className="fill-copper stroke-surface"
          strokeWidth="1.5"
        />
      ))}
      {Array.from({ length: max }, (_, index) => index + 1).map(level => (
        <text
          key={level}
          x={centre.x + 6}
          y={centre.y - (radius * level) / max + 4}
          className="fill-muted stroke-surface tabular-nums [paint-order:stroke]"
          strokeWidth="3"
          fontSize="11"
        >
          {level}
        </text>
      ))}
      {axes.map((axis, index) => (
        <AxisLabel
          key={axis.label}
          axis={axis}
          at={axisPoint(centre, radius + 20, index, count)}
          {...{ centre, index, labels }}
        />
      ))}
    </>
  )
}

type AxisLabelProps = { axis: RadarAxis; at: Point; centre: Point; index: number; labels: 'full' | 'number' }

function AxisLabel({ axis, at, centre, index, labels }: AxisLabelProps) {
  const dx = at.x - centre.x
  const dy = at.y - centre.y
  const anchor = Math.abs(dx) < 12 ? 'middle' : dx > 0 ? 'start' : 'end'
  if (labels === 'number') {
    return (
      <text x={at.x} y={at.y + 5} textAnchor="middle" fontSize="14" className="fill-ink font-semibold tabular-nums">
        {index + 1}
      </text>
    )
  }
  const lines = wrapLabel(axis.label, 18)
  const block = (lines.length + 1) * LINE
  // Labels above the centre end at the point, those below begin there, those beside it are centred on it.
  const top = at.y + LINE * 0.8 - block * (Math.abs(dy) < 40 ? 0.5 : dy < 0 ? 0.85 : 0.15)
  return (
    <text x={at.x} textAnchor={anchor} fontSize="14" className="fill-ink">
      {lines.map((line, row) => (
        <tspan key={line} x={at.x} y={top + row * LINE}>
          {line}
        </tspan>
      ))}
      <tspan x={at.x} y={top + lines.length * LINE} className="fill-copper font-semibold tabular-nums">
        {formatLevel(axis.level)}
      </tspan>
    </text>
  )
}
