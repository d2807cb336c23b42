import type { PdfFact } from './pdf-document.ts'

/** What a colour says; a word or a figure beside it always says the same. */
export type PdfTone = 'neutral' | 'good' | 'fair' | 'poor'

/** How a line or surface of a drawing looks; the house's styles know the colours. */
export type PdfLook = 'ring' | 'edge' | 'spoke' | 'band' | 'target' | 'value' | 'dot' | 'before'

/** A drawing in points, as paths of SVG, with labels that stay real text. */
export type PdfDrawing = {
  width: number
  height: number
  shapes: readonly { look: PdfLook; d: string }[]
  labels: readonly PdfLabel[]
  legend: readonly { look: PdfLook; text: string }[]
}

/** A text in a box of a drawing: `x` is its left edge, `y` its top. */
export type PdfLabel = {
  x: number
  y: number
  width: number
  align: 'left' | 'center' | 'right'
  text: string
  /** A second line in the accent colour. */
  figure?: string | undefined
  look: 'name' | 'scale'
}

/** A level from 0 to 5 as a bar, with its figure and word. */
export type PdfLevel = {
  label: string
  /** Null when there is nothing to draw. */
  level: number | null
  shown: string
  word: string
  tone: PdfTone
  target: number
  note: string
}

/** A part of a whole: one option with how many chose it. */
export type PdfShare = {
  label: string
  /** As it is read: `12 · 40%`. */
  shown: string
  /** Of the bar's width, 0 to 1. */
  share: number
  look: 'level1' | 'level2' | 'level3' | 'level4' | 'level5' | 'unknown' | 'silent'
}

export type PdfStep = {
  mark: string
  title: string
  meta: string
  tone: PdfTone
  word: string
  items: readonly string[]
}

export type PdfReportBlock =
  /** The sentence that a hurried reader takes away. */
  | { kind: 'lead'; text: string }
  | { kind: 'text'; title?: string | undefined; paragraphs: readonly string[] }
  /** Up to four figures side by side; the first is the largest. */
  | {
      kind: 'figures'
      figures: readonly { label: string; value: string; note: string; tone: PdfTone; word?: string }[]
    }
  | { kind: 'drawing'; title?: string | undefined; drawing: PdfDrawing }
  | { kind: 'levels'; title?: string | undefined; levels: readonly PdfLevel[] }
  /** Short lists side by side; `empty` stands where a list has nothing. */
  | { kind: 'lists'; lists: readonly { title: string; tone: PdfTone; items: readonly string[]; empty: string }[] }
  | { kind: 'steps'; title: string; description: string; steps: readonly PdfStep[] }
  /** Of one question, how many chose what. */
  | {
      kind: 'distribution'
      mark: string
      text: string
      meta: string
      shares: readonly PdfShare[]
      note?: string | undefined
    }
  /** Groups by columns; every cell has its figure. `key` explains numbered columns. */
  | {
      kind: 'heat'
      title: string
      description: string
      groupLabel: string
      columns: readonly string[]
      key: readonly string[]
      rows: readonly { name: string; note: string; cells: readonly { text: string; tone: PdfTone }[] }[]
      empty: string
    }
  | {
      kind: 'table'
      title?: string | undefined
      columns: readonly { label: string; share: number; align: 'left' | 'right' }[]
      rows: readonly (readonly string[])[]
    }
  /** Questions with the answer that one person gave. */
  | {
      kind: 'answers'
      answers: readonly {
        mark: string
        text: string
        answer: string | null
        badge: string
        tone: PdfTone
        quiet: boolean
      }[]
    }
  /** What people wrote, each text as its paragraphs. */
  | { kind: 'quotes'; title: string; quotes: readonly (readonly string[])[]; note: string }
  | { kind: 'terms'; title?: string | undefined; terms: readonly { term: string; text: string; tone: PdfTone }[] }
  | { kind: 'notice'; title: string; text: string }

/** Begins on a page of its own, unless it is a part that does not open its chapter; has an entry in the contents and a bookmark. */
export type PdfChapter = {
  title: string
  intro: string
  /** A part of a larger chapter: indented in the contents. The first one opens it, with that one's title above its own. */
  part?: { opens?: { title: string; intro: string } | undefined } | undefined
  blocks: readonly PdfReportBlock[]
}

/**
 * A report as plain data: cover, contents, chapters. Texts are taken as they are: markup shows as text, what can't be printed is left
 * out or shows as '?'.
 */
export type PdfReport = {
  kind: 'report'
  /** In the reader's title bar and the file's metadata. */
  title: string
  subject: string
  /** The shop's name, drawn with its star. */
  brand: string
  author: string
  cover: {
    kind: string
    title: string
    subtitle: string
    facts: readonly PdfFact[]
    /** Only its shapes are drawn. */
    art: PdfDrawing
  }
  contentsTitle: string
  chapters: readonly PdfChapter[]
  /** At the foot of every page, left of its number. */
  footer: string
  createdAt: Date
}
