import { Path, Svg, Text, View } from '@react-pdf/renderer'
import { type ComponentProps, createElement as h, type ReactElement } from 'react'
import type { PdfDrawing, PdfLabel, PdfLevel, PdfReportBlock, PdfTone } from './pdf-report.ts'
import { blocks } from './report-block-styles.ts'
import { LOOKS, SHARES, TONES } from './report-colours.ts'

// Everything here is drawn with vectors and real text: it stays sharp at any size, can be searched and read aloud.

type Style = NonNullable<ComponentProps<typeof View>['style']>

const MAX_LEVEL = 5
const percent = (share: number): string => `${Math.min(100, Math.max(0, 100 * share)).toFixed(2)}%`

/** A word on its tone's soft ground. */
export const badge = (tone: PdfTone, word: string): ReactElement =>
  h(View, { style: [blocks.badge, { backgroundColor: TONES[tone].soft, color: TONES[tone].ink }] }, h(Text, {}, word))

/** The lines and surfaces of a drawing, in the colours of the page or of the cover. */
export const shapes = (drawing: PdfDrawing, looks: typeof LOOKS = LOOKS): ReactElement =>
  h(
    Svg,
    {
      viewBox: `0 0 ${drawing.width} ${drawing.height}`,
      style: { width: drawing.width, height: drawing.height },
    },
    ...drawing.shapes.map(({ look, d }, index) => h(Path, { key: index, d, ...looks[look] })),
  )

export const drawDrawing = (drawing: PdfDrawing): ReactElement =>
  h(
    View,
    {},
    h(
      View,
      { style: [blocks.drawing, { width: drawing.width, height: drawing.height }] },
      shapes(drawing),
      ...drawing.labels.map(drawLabel),
    ),
    h(
      View,
      { style: blocks.legend },
      ...drawing.legend.map(({ look, text }) =>
        h(
          View,
          { key: text, style: blocks.legendEntry },
          h(
            Svg,
            { viewBox: '0 0 18 8', style: { width: 18, height: 8, marginRight: 4 } },
            h(Path, { d: look === 'band' ? 'M0 0H18V8H0Z' : 'M0 4H18', ...LOOKS[look] }),
          ),
          h(Text, {}, text),
        ),
      ),
    ),
  )

function drawLabel({ x, y, width, align, text, figure, look }: PdfLabel, index: number): ReactElement {
  const place: Style = { left: x, top: y, width, textAlign: align }
  return h(
    View,
    { key: index, style: [look === 'scale' ? blocks.scale : blocks.label, place] },
    h(Text, {}, text),
    figure === undefined ? null : h(Text, { style: blocks.labelFigure }, figure),
  )
}

/** A level a line: its name, its bar with what there is to say of it, its figure and its word. */
export const drawLevel = ({ label, level, shown, word, tone, target, note }: PdfLevel, index: number): ReactElement =>
  h(
    View,
    { key: index, style: blocks.level, wrap: false },
    h(Text, { style: blocks.levelLabel }, label),
    h(
      View,
      { style: blocks.levelMiddle },
      levelBar({ level, tone, target }),
      h(Text, { style: blocks.levelNote }, note),
    ),
    h(Text, { style: blocks.levelFigure }, shown),
    h(Text, { style: [blocks.levelWord, { color: TONES[tone].ink }] }, word),
  )

const levelBar = ({ level, tone, target }: Pick<PdfLevel, 'level' | 'tone' | 'target'>): ReactElement =>
  h(
    View,
    { style: blocks.bar },
    h(View, { style: blocks.barTrack }),
    level === null
      ? null
      : h(View, { style: [blocks.barFill, { width: percent(level / MAX_LEVEL), backgroundColor: TONES[tone].fill }] }),
    ...[1, 2, 3, 4].map(tick => h(View, { key: tick, style: [blocks.barTick, { left: percent(tick / MAX_LEVEL) }] })),
    h(View, { style: [blocks.barTarget, { left: percent(target / MAX_LEVEL) }] }),
  )

/** One bar of all answers, and every share in words beneath it. */
export const drawDistribution = ({
  mark,
  text,
  meta,
  shares,
  note,
}: Extract<PdfReportBlock, { kind: 'distribution' }>): ReactElement =>
  h(
    View,
    { style: blocks.question, wrap: false },
    h(
      View,
      { style: blocks.questionHead },
      h(Text, { style: blocks.questionMark }, mark),
      h(Text, { style: blocks.questionText }, text),
    ),
    h(Text, { style: blocks.questionMeta }, meta),
    shares.length === 0
      ? null
      : h(
          View,
          { style: blocks.stack },
          ...shares
            .filter(({ share }) => share > 0)
            .map(({ look, share }) =>
              h(View, { key: look, style: { width: percent(share), backgroundColor: SHARES[look], marginRight: 0.6 } }),
            ),
        ),
    shares.length === 0
      ? null
      : h(
          View,
          { style: blocks.shares },
          ...shares.map(({ look, label, shown }) =>
            h(
              View,
              { key: look, style: blocks.share },
              h(
                View,
                { style: blocks.shareHead },
                h(View, { style: [blocks.swatch, { backgroundColor: SHARES[look] }] }),
                h(Text, { style: blocks.shareLabel }, label),
              ),
              h(Text, { style: blocks.shareFigure }, shown),
            ),
          ),
        ),
    note === undefined ? null : h(Text, { style: blocks.questionNote }, note),
  )

type Heat = Extract<PdfReportBlock, { kind: 'heat' }>

/** What numbered columns stand for, and the line of the columns' names. */
export const heatHead = ({ key, groupLabel, columns, rows }: Heat): (ReactElement | null)[] =>
  rows.length === 0
    ? []
    : [
        key.length === 0
          ? null
          : h(
              View,
              { key: 'key', style: blocks.heatKey },
              ...key.map(text => h(Text, { key: text, style: blocks.heatKeyEntry }, text)),
            ),
        h(
          View,
          { key: 'head', style: blocks.heatHead },
          h(Text, { style: blocks.heatName }, groupLabel),
          ...columns.map(column => h(Text, { key: column, style: blocks.heatColumn }, column)),
        ),
      ]

/** Groups by areas: colour and figure of every cell say the same thing. */
export const heatRows = ({ rows, columns }: Heat): ReactElement[] =>
  rows.map(({ name, note, cells }, index) =>
    h(
      View,
      { key: index, style: blocks.heatRow, wrap: false },
      h(
        View,
        { style: blocks.heatName },
        h(Text, { style: blocks.strong }, name),
        h(Text, { style: blocks.heatNote }, note),
      ),
      ...cells.map(({ text, tone }, at) =>
        h(
          View,
          {
            key: columns[at] ?? at,
            style: [blocks.heatCell, { backgroundColor: TONES[tone].soft, color: TONES[tone].ink }],
          },
          h(Text, {}, text),
        ),
      ),
    ),
  )
