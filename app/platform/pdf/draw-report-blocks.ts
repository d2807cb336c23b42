import { Text, View } from '@react-pdf/renderer'
import { type ComponentProps, createElement as h, type ReactElement } from 'react'
import { badge, drawDistribution, drawDrawing, drawLevel, heatHead, heatRows } from './draw-report-charts.ts'
import type { PdfReportBlock, PdfStep } from './pdf-report.ts'
import { report, TONES } from './report-styles.ts'

type Style = NonNullable<ComponentProps<typeof View>['style']>
type BlockOf<Kind extends PdfReportBlock['kind']> = Extract<PdfReportBlock, { kind: Kind }>

const text = (style: Style, value: string, key?: number | string) => h(Text, { style, key }, value)

const title = (value: string | undefined) => (value === undefined ? null : text(report.blockTitle, value))

/** What stands above a list stays on the page of its first entry: a title never stays alone at the foot of a page. */
const list = (above: readonly (ReactElement | null)[], entries: readonly ReactElement[]): ReactElement =>
  h(View, {}, h(View, { wrap: false }, ...above, entries[0] ?? null), ...entries.slice(1))

export function drawReportBlock(block: PdfReportBlock): ReactElement {
  switch (block.kind) {
    case 'lead':
      return text(report.lead, block.text)
    case 'text':
      return h(
        View,
        {},
        title(block.title),
        ...block.paragraphs.map((paragraph, index) => text(report.paragraph, paragraph, index)),
      )
    case 'figures':
      return figures(block)
    case 'drawing':
      return h(View, { wrap: false }, title(block.title), drawDrawing(block.drawing))
    case 'levels':
      return list([title(block.title)], block.levels.map(drawLevel))
    case 'lists':
      return lists(block)
    case 'steps':
      return list([title(block.title), text(report.blockIntro, block.description)], block.steps.map(step))
    case 'distribution':
      return drawDistribution(block)
    case 'heat':
      return list(
        [
          title(block.title),
          block.description === '' ? null : text(report.blockIntro, block.description),
          ...heatHead(block),
        ],
        block.rows.length === 0 ? [text(report.muted, block.empty)] : heatRows(block),
      )
    case 'table':
      return table(block)
    case 'answers':
      return answers(block)
    case 'quotes':
      return quotes(block)
    case 'terms':
      return list([title(block.title)], block.terms.map(term))
    case 'notice':
      return h(View, { style: report.notice, wrap: false }, text(report.noticeTitle, block.title), text({}, block.text))
  }
}

const figures = ({ figures: all }: BlockOf<'figures'>): ReactElement =>
  h(
    View,
    { style: report.figures, wrap: false },
    ...all.map(({ label, value, note, tone, word }, index) =>
      h(
        View,
        { key: label, style: index === 0 ? report.firstFigure : report.figure },
        text(report.figureLabel, label),
        h(
          View,
          { style: { flexDirection: 'row', alignItems: 'center' } },
          text([index === 0 ? report.firstFigureValue : report.figureValue, { marginRight: 8 }], value),
          word === undefined ? null : badge(tone, word),
        ),
        note === '' ? null : text(report.figureNote, note),
      ),
    ),
  )

const item = (value: string, index: number): ReactElement =>
  h(View, { key: index, style: report.item, wrap: false }, text(report.dash, '–'), text(report.itemText, value))

const lists = ({ lists: all }: BlockOf<'lists'>): ReactElement =>
  h(
    View,
    { style: report.lists, wrap: false },
    ...all.map(({ title: name, tone, items, empty }) =>
      h(
        View,
        { key: name, style: report.list },
        text([report.listTitle, { borderTopColor: TONES[tone].fill }], name),
        ...(items.length === 0 ? [text(report.muted, empty, 'empty')] : items.map(item)),
      ),
    ),
  )

const step = ({ mark, title: name, meta, tone, word, items }: PdfStep, index: number): ReactElement =>
  h(
    View,
    { key: index, style: report.step, wrap: false },
    text(report.stepMark, mark),
    h(
      View,
      { style: report.stepBody },
      h(View, { style: report.stepHead }, text(report.stepTitle, name), badge(tone, word)),
      text(report.stepMeta, meta),
      ...items.map(item),
    ),
  )

function table({ title: name, columns, rows }: BlockOf<'table'>): ReactElement {
  const whole = columns.reduce((sum, column) => sum + column.share, 0)
  const cell = (value: string, at: number) => {
    const { share = 0, align = 'left' } = columns[at] ?? {}
    const style: Style = {
      width: `${(100 * share) / whole}%`,
      textAlign: align,
      paddingRight: align === 'left' ? 10 : 0,
    }
    return text(style, value, at)
  }
  const head = h(View, { style: report.tableHead, key: 'head' }, ...columns.map(({ label }, at) => cell(label, at)))
  return list(
    [title(name), head],
    rows.map((cells, index) => h(View, { key: index, style: report.tableRow, wrap: false }, ...cells.map(cell))),
  )
}

const term = ({ term: name, text: meaning, tone }: BlockOf<'terms'>['terms'][number], index: number): ReactElement =>
  h(
    View,
    { key: index, style: report.term, wrap: false },
    text([report.termName, { color: TONES[tone].ink }], name),
    text(report.termText, meaning),
  )

const answers = ({ answers: all }: BlockOf<'answers'>): ReactElement =>
  h(
    View,
    {},
    ...all.map(({ mark, text: question, answer, badge: word, tone, quiet }, index) =>
      h(
        View,
        { key: index, style: report.answer, wrap: false },
        text(report.questionMark, mark),
        h(
          View,
          { style: report.answerBody },
          text(report.strong, question),
          answer === null ? null : text(quiet ? report.answerText : { marginTop: 2.5 }, answer),
        ),
        h(View, { style: report.answerBadge }, badge(tone, word)),
      ),
    ),
  )

const quotes = ({ title: name, quotes: all, note }: BlockOf<'quotes'>): ReactElement => {
  const head = text([report.strong, { marginTop: 6, marginBottom: 6 }], name, 'head')
  const written = all.map((paragraphs, index) =>
    h(
      View,
      { key: index, style: report.quote, wrap: paragraphs.join('').length > LONG_QUOTE },
      ...paragraphs.map((paragraph, at) => text({ marginBottom: at < paragraphs.length - 1 ? 4 : 0 }, paragraph, at)),
    ),
  )
  const foot = note === '' ? [] : [text(report.quoteNote, note, 'note')]
  // A text longer than a page could not be held together with its title.
  const isLong = (all[0] ?? []).join('').length > LONG_QUOTE
  return isLong ? h(View, {}, head, ...written, ...foot) : list([head], [...written, ...foot])
}

/** Characters of a text that may be broken over two pages. */
const LONG_QUOTE = 1200
