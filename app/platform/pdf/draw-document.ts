import { Document, type DocumentProps, G, Page, Path, Svg, Text, View } from '@react-pdf/renderer'
import { type ComponentProps, createElement as h, type ReactElement } from 'react'
import type { PdfBlock, PdfDocument, PdfFact } from './pdf-document.ts'
import { COPPER, styles } from './styles.ts'

// Without JSX: Node runs this file as it is, in a thread of its own (pdf-worker.ts).

type Style = NonNullable<ComponentProps<typeof View>['style']>

const text = (style: Style, value: string, key?: string) => h(Text, { style, key }, value)

/** Draws a document of the house on A4 pages with letterhead, blocks and numbered feet. */
export const drawDocument = (document: PdfDocument): ReactElement<DocumentProps> =>
  h(
    Document,
    {
      title: document.title,
      subject: document.subject,
      author: document.author,
      creator: document.brand,
      producer: document.brand,
      language: 'es-CL',
      creationDate: document.createdAt,
      modificationDate: document.createdAt,
      pageLayout: 'oneColumn',
    },
    h(
      Page,
      { size: 'A4', style: styles.page, wrap: true },
      h(
        View,
        { style: styles.body },
        letterhead(document),
        heading(document),
        ...document.blocks.map((block, index) => h(View, { key: index, ...unbroken(block) }, drawBlock(block))),
      ),
      foot(document.footer),
    ),
  )

/** What is read as one thing stays on one page. */
const unbroken = (block: PdfBlock) => (block.kind === 'table' ? {} : { wrap: false })

const letterhead = ({ brand, letterhead }: PdfDocument) =>
  h(
    View,
    { style: styles.letterhead },
    h(View, { style: styles.brand }, text(styles.brandName, brand), star(styles.star, COPPER)),
    h(
      View,
      { style: styles.seller },
      ...letterhead.map((line, index) => text(index === 0 ? styles.strong : {}, line, line)),
    ),
  )

/** The star of the wordmark (app/ui/logo.tsx). */
export function star(style: Style, fill: string): ReactElement {
  const ray = 'M12 0 L14 12 L12 24 L10 12 Z'
  const turned = (degrees: number) =>
    h(G, { transform: `rotate(${degrees}, 12, 12) translate(1.8, 1.8) scale(.85)` }, h(Path, { d: ray, fill }))
  return h(Svg, { viewBox: '0 0 24 24', style }, h(Path, { d: ray, fill }), turned(60), turned(120))
}

const heading = ({ heading, facts }: PdfDocument) =>
  h(
    View,
    { style: styles.heading },
    h(View, {}, text(styles.kind, heading.kind), text(styles.name, heading.name)),
    h(View, { style: styles.headingFacts }, ...facts.map(fact => pair(styles.fact, fact))),
  )

const pair = (style: Style, { label, value }: PdfFact, labelStyle: Style = styles.muted) =>
  h(View, { style, key: label }, text(labelStyle, label), text({}, value))

function drawBlock(block: PdfBlock): ReactElement {
  switch (block.kind) {
    case 'facts':
      return h(
        View,
        { style: styles.groups },
        ...block.groups.map(group =>
          h(
            View,
            { style: styles.group, key: group.title },
            text(styles.groupTitle, group.title),
            ...group.facts.map(fact =>
              h(
                View,
                { style: styles.groupFact, key: fact.label },
                text(styles.groupLabel, fact.label),
                text(styles.groupValue, fact.value),
              ),
            ),
          ),
        ),
      )
    case 'table':
      return table(block)
    case 'totals':
      return h(
        View,
        { style: styles.totals },
        ...block.rows.map(row => pair(styles.totalsRow, row)),
        pair(styles.total, block.total, {}),
      )
    case 'text':
      return h(
        View,
        { style: styles.text },
        text(styles.textTitle, block.title),
        ...block.paragraphs.map(paragraph => text(styles.paragraph, paragraph, paragraph)),
      )
  }
}

/** Rows at a table's end that no page break parts: a page with one row alone looks forgotten. */
const LAST_ROWS = 3

function table({ columns, rows, dense }: Extract<PdfBlock, { kind: 'table' }>): ReactElement {
  const shares = columns.reduce((sum, column) => sum + column.share, 0)
  const place = (at: number) => {
    const column = columns[at]
    return [
      at === columns.length - 1 ? styles.lastCell : styles.cell,
      { width: `${(100 * (column?.share ?? 0)) / shares}%`, textAlign: column?.align ?? 'left' },
    ] as const
  }
  const drawn = rows.map((row, index) =>
    h(
      View,
      { style: dense ? styles.denseRow : styles.row, wrap: false, key: index },
      ...row.cells.map((cell, at) =>
        h(
          View,
          { style: [...place(at)], key: columns[at]?.label ?? at },
          text(at === 0 ? styles.strong : {}, cell),
          at === 0 && row.note ? text(styles.note, row.note) : null,
        ),
      ),
    ),
  )
  return h(
    View,
    { style: styles.table },
    h(
      View,
      { style: styles.tableHead, fixed: true, minPresenceAhead: 40 },
      ...columns.map((column, at) => text([...place(at)], column.label, column.label)),
    ),
    ...drawn.slice(0, -LAST_ROWS),
    h(View, { wrap: false }, ...drawn.slice(-LAST_ROWS)),
  )
}

const foot = (line: string) =>
  h(
    View,
    { style: styles.footer, fixed: true },
    text({}, line),
    h(Text, { render: ({ pageNumber, totalPages }) => `Página ${pageNumber} de ${totalPages}` }),
  )
