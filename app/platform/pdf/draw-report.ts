import { Document, type DocumentProps, Link, Page, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { star } from './draw-document.ts'
import { drawReportBlock } from './draw-report-blocks.ts'
import { shapes } from './draw-report-charts.ts'
import type { PdfChapter, PdfReport, PdfReportBlock } from './pdf-report.ts'
import { blocks } from './report-block-styles.ts'
import { COVER_LOOKS, INK } from './report-colours.ts'
import { PAGE_WIDTH, pages } from './report-styles.ts'
import { COPPER } from './styles.ts'

/** Where each chapter begins; the library tells it while it breaks pages, before the contents are set for good. */
type Beginnings = Map<number, number>

/**
 * Draws a report: a cover, its contents with page numbers, and chapters that each begin on a page of their own. Parts of a chapter follow
 * each other on its pages, so that what is left of one never fills a page alone.
 */
export function drawReport(input: PdfReport): ReactElement<DocumentProps> {
  const beginnings: Beginnings = new Map()
  return h(
    Document,
    {
      title: input.title,
      subject: input.subject,
      author: input.author,
      creator: input.brand,
      producer: input.brand,
      language: 'es-CL',
      creationDate: input.createdAt,
      modificationDate: input.createdAt,
      pageLayout: 'oneColumn',
      pageMode: 'useOutlines',
    },
    cover(input),
    contents(input, beginnings),
    ...wholeChapters(input.chapters).map(indexes => drawChapter(input, indexes, beginnings)),
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

function contents(input: PdfReport, beginnings: Beginnings): ReactElement {
  return h(
    Page,
    { key: 'contents', size: 'A4', style: pages.page, experimentalPagination: true, bookmark: input.contentsTitle },
    ...frame(input),
    h(
      View,
      { style: pages.contents },
      h(Text, { style: pages.contentsTitle }, input.contentsTitle),
      ...input.chapters.flatMap(({ title, part }, index) => {
        const page = () => String(beginnings.get(index) ?? '00')
        const mark = markOf(input.chapters, index)
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

/** The places of the chapters that share pages: one chapter, or the parts of one. */
function wholeChapters(chapters: readonly PdfChapter[]): number[][] {
  const places = [...chapters.keys()]
  const begins = places.filter(index => !chapters[index]?.part || chapters[index].part.opens)
  return begins.map((from, at) => places.slice(from, begins[at + 1]))
}

function drawChapter(input: PdfReport, indexes: readonly number[], beginnings: Beginnings): ReactElement {
  const [first = 0] = indexes
  const bookmark = input.chapters[first]?.part?.opens?.title ?? input.chapters[first]?.title ?? ''
  return h(
    Page,
    { key: first, size: 'A4', style: pages.page, experimentalPagination: true, bookmark },
    ...frame(input),
    h(
      View,
      { style: pages.body },
      ...indexes.flatMap(index => {
        const chapter = input.chapters[index]
        return chapter ? drawPart(chapter, index, markOf(input.chapters, index), beginnings) : []
      }),
    ),
  )
}

/** Points that must be left on a page below the name of a part: its first question comes along. */
const ROOM = 140

function drawPart(chapter: PdfChapter, index: number, mark: string, beginnings: Beginnings): ReactElement[] {
  const { title, part } = chapter
  const head = {
    key: `${index}`,
    id: anchor(index),
    wrap: false,
    minPresenceAhead: ROOM,
    style: part && !part.opens ? pages.nextPart : {},
    ...(part && { bookmark: title }),
  }
  const drawn = chapter.blocks.map((block, at) =>
    h(View, { key: `${index}-${at}`, style: at > 0 && tight(block.kind) ? {} : blocks.block }, drawReportBlock(block)),
  )
  const tail = endsTogether(chapter.blocks) ? LAST_BLOCKS : 0
  return [
    h(View, head, ...chapterHead(chapter, mark), beginningMark(index, beginnings)),
    ...drawn.slice(0, drawn.length - tail),
    ...(tail === 0 ? [] : [h(View, { key: `${index}-tail`, wrap: false }, ...drawn.slice(-tail))]),
  ]
}

/** Blocks at the end of a part that stay on one page: its last question with what was written, not the writing alone. */
const LAST_BLOCKS = 3
/** Characters of what was written that surely fit on that page with the question. */
const MAX_TOGETHER = 1500

function endsTogether(all: readonly PdfReportBlock[]): boolean {
  const written = all.slice(-LAST_BLOCKS).flatMap(block => (block.kind === 'quotes' ? block.quotes.flat() : []))
  return all.at(-1)?.kind === 'quotes' && all.length > LAST_BLOCKS && written.join('').length < MAX_TOGETHER
}

/** Nothing to be seen: the library tells it on which page it came to stand, the last time for good. */
const beginningMark = (index: number, beginnings: Beginnings): ReactElement =>
  h(Text, {
    key: 'page',
    style: pages.beginning,
    render: ({ pageNumber }) => {
      beginnings.set(index, pageNumber)
      return ''
    },
  })

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
const frame = ({ brand, title, footer }: PdfReport): ReactElement[] => [
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
    h(Text, { render: ({ pageNumber, totalPages }) => `Página ${pageNumber} de ${totalPages}` }),
  ),
]
