export type LinePoint = {
  /** What the point stands for, as '21-11-2026'. */
  label: string
  /** The label of the axis, as '11-2026'. */
  short: string
  /** Null where there is nothing to draw: the line has a gap. */
  value: number | null
  /** The value as people read it. */
  text: string
}

type LineChartProps = {
  /** Says what the line shows, for assistive technology. */
  alt: string
  /** In their order, at equal distances; six at most have room for their labels. */
  points: readonly LinePoint[]
  /** The lowest and the highest value of the axis, whole numbers with a mark each. */
  range: readonly [low: number, high: number]
}

const WIDTH = 320
const HEIGHT = 180
/** As wide as leaves six labels apart, the first and the last within the drawing. */
const PLOT = { left: 42, right: 298, top: 26, bottom: 146 }

/** A few values as one line with its marks and figures, drawn by the server. A table beside it has the same figures. */
export function LineChart({ alt, points, range: [low, high] }: LineChartProps) {
  const xOf = (at: number) => PLOT.left + ((PLOT.right - PLOT.left) * at) / Math.max(1, points.length - 1)
  const yOf = (value: number) => PLOT.bottom - ((PLOT.bottom - PLOT.top) * (value - low)) / (high - low)
  const marks = Array.from({ length: high - low + 1 }, (_, at) => low + at)
  const drawn = points.map((point, at) => ({ ...point, x: xOf(at) }))
  // A new part of the path begins after a gap.
  const path = drawn
    .flatMap(({ x, value }, at) =>
      value === null
        ? []
        : `${at === 0 || drawn[at - 1]?.value === null ? 'M' : 'L'}${x.toFixed(2)} ${yOf(value).toFixed(2)}`,
    )
    .join('')
  return (
    <svg role="img" aria-label={alt} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full max-w-md tabular-nums">
      {marks.map(mark => (
        <g key={mark}>
          <line x1="22" x2={WIDTH} y1={yOf(mark)} y2={yOf(mark)} className="stroke-line" />
          <text x="6" y={yOf(mark) + 4} fontSize="11" className="fill-muted">
            {mark}
          </text>
        </g>
      ))}
      <path d={path} className="fill-none stroke-copper" strokeWidth="2" strokeLinejoin="round" />
      {drawn.map(({ x, short, value, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two measurements can be of one day.
        <g key={at} textAnchor="middle">
          {value !== null && (
            <>
              <circle cx={x} cy={yOf(value)} r="4" className="fill-copper stroke-surface" strokeWidth="1.5" />
              <text
                x={x}
                y={yOf(value) - 10}
                fontSize="13"
                className="fill-ink stroke-surface font-semibold [paint-order:stroke]"
                strokeWidth="3"
              >
                {text}
              </text>
            </>
          )}
          <text x={x} y={PLOT.bottom + 26} fontSize="11" className="fill-muted">
            {short}
          </text>
        </g>
      ))}
    </svg>
  )
}
