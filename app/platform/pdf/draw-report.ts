import { Document, type DocumentProps, Link, Page, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { star } from './draw-document.ts'
import { drawReportBlock } from './draw-report-blocks.ts'
import { shapes } from './draw-report-charts.ts'
import type { PdfChapter, PdfReport } from './pdf-report.ts'
import { COVER_LOOKS, INK, PAGE_WIDTH, report } from './report-styles.ts'
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
    { key: 'cover', size: 'A4', style: report.cover, bookmark: title },
    h(
      View,
      { style: report.coverSheet },
      // Past the right edge on purpose: the drawing is the report's own figures, larger than the page.
      h(View, { style: [report.coverArt, { top: 40, left: PAGE_WIDTH - art.width * 0.74 }] }, shapes(art, COVER_LOOKS)),
      h(
        View,
        { style: report.coverBrand },
        h(Text, { style: report.coverBrandName }, brand),
        star(report.coverStar, '#E9A679'),
      ),
      h(
        View,
        { style: report.coverTitle },
        h(Text, { style: report.coverKind }, kind),
        h(Text, { style: report.coverName }, title),
        h(Text, { style: report.coverSubtitle }, subtitle),
      ),
      h(
        View,
        { style: report.coverFacts },
        ...facts.map(({ label, value }) =>
          h(
            View,
            { key: label, style: report.coverFact },
            h(Text, { style: report.coverLabel }, label),
            h(Text, { style: report.coverValue }, value),
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
    { key: 'contents', size: 'A4', style: report.page, experimentalPagination: true, bookmark: given.contentsTitle },
    ...frame(given),
    h(
      View,
      { style: report.contents },
      h(Text, { style: report.contentsTitle }, given.contentsTitle),
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
    { key, style: mark === undefined ? report.entryPart : report.entry, wrap: false },
    mark === undefined ? null : h(Text, { style: report.entryMark }, mark),
    h(Link, { src: `#${anchor(index)}`, style: mark === undefined ? report.entryPartTitle : report.entryTitle }, title),
    h(Text, { style: report.entryPage, render: page }),
  )

function drawChapter(given: PdfReport, chapter: PdfChapter, index: number, beginnings: Beginnings): ReactElement {
  const begins = (page: number) => {
    if (!beginnings.has(index)) beginnings.set(index, page)
  }
  return h(
    Page,
    { key: index, size: 'A4', style: report.page, experimentalPagination: true, bookmark: chapter.title },
    ...frame(given, begins),
    h(
      View,
      { style: report.body },
      h(View, { id: anchor(index), wrap: false }, ...chapterHead(chapter, markOf(given.chapters, index))),
      ...chapter.blocks.map((block, at) =>
        h(View, { key: at, style: at > 0 && tight(block.kind) ? {} : report.block }, drawReportBlock(block)),
      ),
    ),
  )
}

function chapterHead({ title, intro, part }: PdfChapter, mark: string): (ReactElement | null)[] {
  const head = (name: string, text: string) => [
    h(Text, { key: 'mark', style: report.chapterMark }, mark),
    h(Text, { key: 'title', style: report.chapterTitle }, name),
    text === '' ? null : h(Text, { key: 'intro', style: report.chapterIntro }, text),
  ]
  if (!part) return head(title, intro)
  return [
    ...(part.opens ? head(part.opens.title, part.opens.intro) : []),
    h(Text, { key: 'part', style: [report.partTitle, { marginTop: part.opens ? 22 : 0 }] }, title),
    intro === '' ? null : h(Text, { key: 'part-intro', style: report.partIntro }, intro),
  ]
}

/** Questions follow each other as one list. */
const tight = (kind: PdfChapter['blocks'][number]['kind']): boolean => kind === 'distribution'

/** The head and the foot of every page but the cover. */
const frame = ({ brand, title, footer }: PdfReport, begins?: (page: number) => void): ReactElement[] => [
  h(
    View,
    { key: 'running', style: report.running, fixed: true },
    h(
      View,
      { style: { flexDirection: 'row', alignItems: 'flex-start' } },
      h(Text, { style: [report.strong, { color: INK, fontSize: 9 }] }, brand),
      star({ width: 5.5, height: 5.5, marginTop: 1, marginLeft: 0.8 }, COPPER),
    ),
    h(Text, {}, title),
  ),
  h(
    View,
    { key: 'foot', style: report.foot, fixed: true },
    h(Text, { style: { maxWidth: 380 } }, footer),
    h(Text, {
      render: ({ pageNumber, totalPages }) => {
        begins?.(pageNumber)
        return `Página ${pageNumber} de ${totalPages}`
      },
    }),
  ),
]
