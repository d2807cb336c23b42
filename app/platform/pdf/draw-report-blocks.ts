import { Text, View } from '@react-pdf/renderer'
import { type ComponentProps, createElement as h, type ReactElement } from 'react'
import { badge, drawDistribution, drawDrawing, drawLevel, heatHead, heatRows } from './draw-report-charts.ts'
import type { PdfReportBlock, PdfStep } from './pdf-report.ts'
import { blocks } from './report-block-styles.ts'
import { TONES } from './report-colours.ts'

type Style = NonNullable<ComponentProps<typeof View>['style']>
type BlockOf<Kind extends PdfReportBlock['kind']> = Extract<PdfReportBlock, { kind: Kind }>

const text = (style: Style, value: string, key?: number | string) => h(Text, { style, key }, value)

const title = (value: string | undefined) => (value === undefined ? null : text(blocks.blockTitle, value))

/**
 * What stands above a list stays on the page of its first entry, and its last two entries stay together: neither a title nor an entry is
 * ever alone on a page.
 */
const list = (above: readonly (ReactElement | null)[], entries: readonly ReactElement[]): ReactElement => {
  const [first = null, ...others] = entries
  const head = h(View, { wrap: false }, ...above, first)
  if (others.length < 2) return h(View, { wrap: others.length === 0 }, head, ...others)
  return h(View, {}, head, ...others.slice(0, -2), h(View, { wrap: false }, ...others.slice(-2)))
}

export function drawReportBlock(block: PdfReportBlock): ReactElement {
  switch (block.kind) {
    case 'lead':
      return text(blocks.lead, block.text)
    case 'text':
      return h(
        View,
        {},
        title(block.title),
        ...block.paragraphs.map((paragraph, index) => text(blocks.paragraph, paragraph, index)),
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
      return list([title(block.title), text(blocks.blockIntro, block.description)], block.steps.map(step))
    case 'distribution':
      return drawDistribution(block)
    case 'heat':
      return list(
        [
          title(block.title),
          block.description === '' ? null : text(blocks.blockIntro, block.description),
          ...heatHead(block),
        ],
        block.rows.length === 0 ? [text(blocks.muted, block.empty)] : heatRows(block),
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
      return h(View, { style: blocks.notice, wrap: false }, text(blocks.noticeTitle, block.title), text({}, block.text))
  }
}

const figures = ({ figures: all }: BlockOf<'figures'>): ReactElement =>
  h(
    View,
    { style: blocks.figures, wrap: false },
    ...all.map(({ label, value, note, tone, word }, index) =>
      h(
        View,
        { key: label, style: index === 0 ? blocks.firstFigure : blocks.figure },
        text(blocks.figureLabel, label),
        h(
          View,
          { style: { flexDirection: 'row', alignItems: 'center' } },
          text([index === 0 ? blocks.firstFigureValue : blocks.figureValue, { marginRight: 8 }], value),
          word === undefined ? null : badge(tone, word),
        ),
        note === '' ? null : text(blocks.figureNote, note),
      ),
    ),
  )

const item = (value: string, index: number): ReactElement =>
  h(View, { key: index, style: blocks.item, wrap: false }, text(blocks.dash, '–'), text(blocks.itemText, value))

const lists = ({ lists: all }: BlockOf<'lists'>): ReactElement =>
  h(
    View,
    { style: blocks.lists, wrap: false },
    ...all.map(({ title: name, tone, items, empty }) =>
      h(
        View,
        { key: name, style: blocks.list },
        text([blocks.listTitle, { borderTopColor: TONES[tone].fill }], name),
        ...(items.length === 0 ? [text(blocks.muted, empty, 'empty')] : items.map(item)),
      ),
    ),
  )

const step = ({ mark, title: name, meta, tone, word, items }: PdfStep, index: number): ReactElement =>
  h(
    View,
    { key: index, style: blocks.step, wrap: false },
    text(blocks.stepMark, mark),
    h(
      View,
      { style: blocks.stepBody },
      h(View, { style: blocks.stepHead }, text(blocks.stepTitle, name), badge(tone, word)),
      text(blocks.stepMeta, meta),
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
  const head = h(View, { style: blocks.tableHead, key: 'head' }, ...columns.map(({ label }, at) => cell(label, at)))
  return list(
    [title(name), head],
    rows.map((cells, index) => h(View, { key: index, style: blocks.tableRow, wrap: false }, ...cells.map(cell))),
  )
}

const term = ({ term: name, text: meaning, tone }: BlockOf<'terms'>['terms'][number], index: number): ReactElement =>
  h(
    View,
    { key: index, style: blocks.term, wrap: false },
    text([blocks.termName, { color: TONES[tone].ink }], name),
    text(blocks.termText, meaning),
  )

const answers = ({ answers: all }: BlockOf<'answers'>): ReactElement =>
  h(
    View,
    {},
    ...all.map(({ mark, text: question, answer, badge: word, tone, quiet }, index) =>
      h(
        View,
        { key: index, style: blocks.answer, wrap: false },
        text(blocks.questionMark, mark),
        h(
          View,
          { style: blocks.answerBody },
          text(blocks.strong, question),
          answer === null ? null : text(quiet ? blocks.answerText : { marginTop: 2.5 }, answer),
        ),
        h(View, { style: blocks.answerBadge }, badge(tone, word)),
      ),
    ),
  )

const quotes = ({ title: name, quotes: all, note }: BlockOf<'quotes'>): ReactElement => {
  const head = text([blocks.strong, { marginTop: 6, marginBottom: 6 }], name, 'head')
  const written = all.map((paragraphs, index) =>
    h(
      View,
      { key: index, style: blocks.quote, wrap: paragraphs.join('').length > LONG_QUOTE },
      ...paragraphs.map((paragraph, at) => text({ marginBottom: at < paragraphs.length - 1 ? 4 : 0 }, paragraph, at)),
    ),
  )
  const foot = note === '' ? [] : [text(blocks.quoteNote, note, 'note')]
  // A text longer than a page could not be held together with its title.
  const isLong = all.some(paragraphs => paragraphs.join('').length > LONG_QUOTE)
  return isLong ? h(View, {}, head, ...written, ...foot) : list([head], [...written, ...foot])
}

/** Characters of a text that may be broken over two pages. */
const LONG_QUOTE = 1200
