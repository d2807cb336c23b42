import { Document, type DocumentProps, Link, Page, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { star } from './draw-document.ts'
import { drawReportBlock } from './draw-report-blocks.ts'
import { shapes } from './draw-report-charts.ts'
import type { PdfChapter, PdfReport } from './pdf-report.ts'
import { blocks } from './report-block-styles.ts'
import { COVER_LOOKS, INK } from './report-colours.ts'
import { PAGE_WIDTH, pages } from './report-styles.ts'
import { COPPER } from './styles.ts'

/** Where each chapter begins; the library tells it while it breaks pages, before the contents are set for good. */
type Beginnings = Map<number, number>

/** Draws a report: a cover, its contents with page numbers, and chapters that each begin on a page of their own. */
export function drawReport(given: PdfReport): ReactElement<DocumentProps> {
  const beginnings: Beginnings = new Map()
  return h(
    Document,
    {
      title: given.title,
      subject: given.subject,
      author: given.author,
      creator: given.brand,
      producer: given.brand,
      language: 'es-CL',
      creationDate: given.createdAt,
      modificationDate: given.createdAt,
      pageLayout: 'oneColumn',
      pageMode: 'useOutlines',
    },
    cover(given),
    contents(given, beginnings),
    ...given.chapters.map((chapter, index) => drawChapter(given, chapter, index, beginnings)),
  )
}

function cover({ brand, cover: { kind, title, subtitle, facts, art } }: PdfReport): ReactElement {
  return h(
    Page,
    { key: 'cover', size: 'A4', style: pages.cover, bookmark: title },
    h(
      View,
      { style: pages.coverSheet },
      // Past the right edge on purpose: the drawing is the report's own figures, larger than the page.
      h(View, { style: [pages.coverArt, { top: 40, left: PAGE_WIDTH - art.width * 0.74 }] }, shapes(art, COVER_LOOKS)),
      h(
        View,
        { style: pages.coverBrand },
        h(Text, { style: pages.coverBrandName }, brand),
        star(pages.coverStar, '#E9A679'),
      ),
      h(
        View,
        { style: pages.coverTitle },
        h(Text, { style: pages.coverKind }, kind),
        h(Text, { style: pages.coverName }, title),
        h(Text, { style: pages.coverSubtitle }, subtitle),
      ),
      h(
        View,
        { style: pages.coverFacts },
        ...facts.map(({ label, value }) =>
          h(
            View,
            { key: label, style: pages.coverFact },
            h(Text, { style: pages.coverLabel }, label),
            h(Text, { style: pages.coverValue }, value),
          ),
        ),
      ),
    ),
  )
}

const anchor = (index: number): string => `capitulo-${index + 1}`

/** `01`, `02`…: how many chapters have begun; a part belongs to the one that a part before it, or itself, has opened. */
function markOf(chapters: readonly PdfChapter[], index: number): string {
  const whole = chapters.slice(0, index + 1).filter(({ part }) => !part || part.opens).length
  return String(whole).padStart(2, '0')
}

function contents(given: PdfReport, beginnings: Beginnings): ReactElement {
  return h(
    Page,
    { key: 'contents', size: 'A4', style: pages.page, experimentalPagination: true, bookmark: given.contentsTitle },
    ...frame(given),
    h(
      View,
      { style: pages.contents },
      h(Text, { style: pages.contentsTitle }, given.contentsTitle),
      ...given.chapters.flatMap(({ title, part }, index) => {
        const page = () => String(beginnings.get(index) ?? '00')
        const mark = markOf(given.chapters, index)
        return [
          ...(part?.opens ? [entry(`${index}+`, part.opens.title, index, page, mark)] : []),
          entry(String(index), title, index, page, part ? undefined : mark),
        ]
      }),
    ),
  )
}

/** A line of the contents; parts of chapters have no mark of their own. */
const entry = (key: string, title: string, index: number, page: () => string, mark?: string): ReactElement =>
  h(
    View,
    { key, style: mark === undefined ? pages.entryPart : pages.entry, wrap: false },
    mark === undefined ? null : h(Text, { style: pages.entryMark }, mark),
    h(Link, { src: `#${anchor(index)}`, style: mark === undefined ? pages.entryPartTitle : pages.entryTitle }, title),
    h(Text, { style: pages.entryPage, render: page }),
  )

function drawChapter(given: PdfReport, chapter: PdfChapter, index: number, beginnings: Beginnings): ReactElement {
  const begins = (page: number) => {
    if (!beginnings.has(index)) beginnings.set(index, page)
  }
  return h(
    Page,
    { key: index, size: 'A4', style: pages.page, experimentalPagination: true, bookmark: chapter.title },
    ...frame(given, begins),
    h(
      View,
      { style: pages.body },
      h(View, { id: anchor(index), wrap: false }, ...chapterHead(chapter, markOf(given.chapters, index))),
      ...chapter.blocks.map((block, at) =>
        h(View, { key: at, style: at > 0 && tight(block.kind) ? {} : blocks.block }, drawReportBlock(block)),
      ),
    ),
  )
}

function chapterHead({ title, intro, part }: PdfChapter, mark: string): (ReactElement | null)[] {
  const head = (name: string, text: string) => [
    h(Text, { key: 'mark', style: pages.chapterMark }, mark),
    h(Text, { key: 'title', style: pages.chapterTitle }, name),
    text === '' ? null : h(Text, { key: 'intro', style: pages.chapterIntro }, text),
  ]
  if (!part) return head(title, intro)
  return [
    ...(part.opens ? head(part.opens.title, part.opens.intro) : []),
    h(Text, { key: 'part', style: [pages.partTitle, { marginTop: part.opens ? 22 : 0 }] }, title),
    intro === '' ? null : h(Text, { key: 'part-intro', style: pages.partIntro }, intro),
  ]
}

/** Questions follow each other as one list. */
const tight = (kind: PdfChapter['blocks'][number]['kind']): boolean => kind === 'distribution'

/** The head and the foot of every page but the cover. */
const frame = ({ brand, title, footer }: PdfReport, begins?: (page: number) => void): ReactElement[] => [
  h(
    View,
    { key: 'running', style: pages.running, fixed: true },
    h(
      View,
      { style: { flexDirection: 'row', alignItems: 'flex-start' } },
      h(Text, { style: [pages.strong, { color: INK, fontSize: 9 }] }, brand),
      star({ width: 5.5, height: 5.5, marginTop: 1, marginLeft: 0.8 }, COPPER),
    ),
    h(Text, {}, title),
  ),
  h(
    View,
    { key: 'foot', style: pages.foot, fixed: true },
    h(Text, { style: { maxWidth: 380 } }, footer),
    h(Text, {
      render: ({ pageNumber, totalPages }) => {
        begins?.(pageNumber)
        return `Página ${pageNumber} de ${totalPages}`
      },
    }),
  ),
]
