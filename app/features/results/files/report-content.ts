import type { LogoContent } from '#app/features/organisations/logo/logo.ts'
import type { PdfDocument, PdfFact } from '#app/platform/pdf/pdf-document.ts'

/** The meaning of a color; a word or figure beside it is redundant with it. */
export type ReportTone = 'neutral' | 'good' | 'fair' | 'poor'

/** A level from 0 to 5 as a bar, with its figure and word. */
export type ReportLevel = {
  label: string
  /** Null when there is nothing to draw. */
  level: number | null
  figure: string
  word: string
  tone: ReportTone
  /** The bar's, which is never that of an error where the target is reached. */
  barTone: ReportTone
  target: number
  note: string
  /** An accessible description of the bar. */
  alt: string
}

/** Levels from 0 to 5 round a centre. */
export type ReportRadar = {
  areas: readonly { name: string; figure: string; level: number | null; target: number }[]
  /** From one standard deviation below each level to one above. */
  band: readonly { low: number; high: number }[] | null
  /** The levels of an earlier measurement. */
  before: readonly number[] | null
  alt: string
}

/** A part of a whole: one option with how many people selected it. */
export type ReportShare = {
  label: string
  /** As it is read: `12 · 40%`. */
  figure: string
  /** The part of the bar's width, 0 to 1. */
  share: number
  series: 'level1' | 'level2' | 'level3' | 'level4' | 'level5' | 'unknown' | 'silent'
}

export type ReportStep = {
  mark: string
  title: string
  meta: string
  tone: ReportTone
  word: string
  items: readonly string[]
}

type ReportFact = { label: string; lines: readonly string[] }

/** One action of a plan: what it is, what to do first, how, and its details. */
export type ReportAction = {
  mark: string
  title: string
  kind: string
  subject: string
  measures: string
  reason: string | null
  first: { label: string; text: string } | null
  list: { label: string; ordered: boolean; items: readonly string[] } | null
  means: readonly ReportFact[]
  proofs: readonly ReportFact[]
}

/** One action of a plan as a row of a table: what to do first, from where to where, and who does it until when. */
export type ReportPlanRow = Pick<ReportAction, 'mark' | 'title' | 'kind' | 'subject' | 'first'> & {
  note: string | null
  measures: readonly string[]
  impact: string
  days: string
  who: readonly string[]
}

export type ReportBlock =
  /** The summary sentence. */
  | { type: 'lead'; text: string }
  | { type: 'text'; title: string | null; paragraphs: readonly string[] }
  /** Up to four figures side by side; the first is the largest. */
  | {
      type: 'figures'
      figures: readonly { label: string; value: string; note: string; tone: ReportTone; word: string | null }[]
    }
  /** A small one leaves no hole of a third of a page where it does not fit any more. */
  | { type: 'radar'; radar: ReportRadar; isSmall?: true }
  /** A few values as a line; where `value` is null it has a gap. */
  | {
      type: 'line'
      title: string
      points: readonly { label: string; value: number | null; text: string }[]
      /** The ends of the axis. */
      low: number
      high: number
      alt: string
    }
  | { type: 'levels'; title: string; levels: readonly ReportLevel[] }
  /** Short lists side by side; `empty` stands where a list has nothing. */
  | { type: 'lists'; lists: readonly { title: string; tone: ReportTone; items: readonly string[]; empty: string }[] }
  | { type: 'steps'; title: string; description: string; steps: readonly ReportStep[] }
  | { type: 'actions'; title: string; actions: readonly ReportAction[] }
  /** `isWeighed`: whether impact and days of any are known. */
  | { type: 'plan'; title: string; isWeighed: boolean; rows: readonly ReportPlanRow[] }
  /** How many people selected what in one question. */
  | {
      type: 'distribution'
      mark: string
      text: string
      meta: string
      shares: readonly ReportShare[]
      note: string | null
      alt: string
    }
  /** Groups by columns; every cell has its figure. `key` explains numbered columns. */
  | {
      type: 'heat'
      title: string
      description: string
      groupLabel: string
      columns: readonly string[]
      key: readonly string[]
      /** What the colours of the cells mean. */
      legend: readonly { tone: ReportTone; text: string }[]
      rows: readonly { name: string; note: string; cells: readonly { text: string; tone: ReportTone }[] }[]
      empty: string
    }
  | {
      type: 'table'
      title: string | null
      columns: readonly { label: string; share: number; align: 'left' | 'right' }[]
      rows: readonly (readonly string[])[]
    }
  /** Questions with the answer of one person. */
  | {
      type: 'answers'
      answers: readonly {
        mark: string
        text: string
        answer: string | null
        badge: string
        tone: ReportTone
        quiet: boolean
        /** What the person gave to show it; null: nothing. */
        evidence: {
          label: string
          paragraphs: readonly string[]
          link: { host: string; address: string } | null
        } | null
      }[]
    }
  /** Open answers, each as its paragraphs. */
  | {
      type: 'quotes'
      title: string
      /** What several of the answers are about, above them. */
      themes?: {
        title: string
        themes: readonly { theme: string; count: string; quotes: readonly string[] }[]
      }
      quotes: readonly (readonly string[])[]
      note: string
    }
  | { type: 'terms'; title: string; terms: readonly { term: string; text: string; tone: ReportTone }[] }
  | { type: 'notice'; title: string; text: string }

/** A chapter. Its parts follow each other and are indented in the contents. */
export type ReportChapter = {
  title: string
  /** Without a number. */
  isAppendix?: boolean
  /**
   * By default on a page of its own; `below`: where the chapter before ends; `whole`: there, too, if all of it fits, so that a
   * short chapter leaves no empty page.
   */
  start?: 'page' | 'below' | 'whole'
  intro: string
  blocks: readonly ReportBlock[]
  parts?: readonly { title: string; intro: string; blocks: readonly ReportBlock[] }[]
}

/**
 * What `documents/report.typ` lays out: a cover, or the page for a board that consolidated results begin with
 * (`consolidated-document.ts`); then contents and chapters.
 */
export type ReportContent = { chapters: readonly ReportChapter[] }
export type CoveredContent = ReportContent & {
  cover: {
    /** The organisation that holds the purchase, where it has a logo. */
    holder?: { name: string; logo: LogoContent }
    label: string
    title: string
    subtitle: string
    facts: readonly PdfFact[]
    radar: ReportRadar
  }
}

export type ReportDocument<Content extends ReportContent = ReportContent> = PdfDocument<Content>
