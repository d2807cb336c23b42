/** Where a part stands on a slide of 13.33 × 7.5 inches. */
export type Box = { x: number; y: number; w: number; h: number }

/** The size of a slide, in inches. */
export const SLIDE = { w: 13.333, h: 7.5 } as const

/** Colours are `10233A`, as the format writes them. */
export type SlideText = { text: string; size?: number; bold?: boolean; colour?: string }

export type TableCell = { text: string; fill?: string; colour?: string; bold?: boolean }

export type SlidePart =
  | { type: 'text'; name: string; box: Box; paragraphs: readonly SlideText[] }
  | {
      type: 'picture'
      name: string
      box: Box /** What it shows, for who can't see it. */
      alt: string
      png: Uint8Array
    }
  /** A line over a part, which says nothing. */
  | { type: 'rule'; box: Box; colour: string }
  /** Its first row is its head. Text is as large as lets all rows stand in the box, between `smallest` and `size` points. */
  | {
      type: 'table'
      name: string
      box: Box
      columns: readonly { label: string; share: number; align: 'left' | 'center' | 'right' }[]
      rows: readonly (readonly TableCell[])[]
      size: number
      smallest: number
    }
  /** Bars across, native and editable: one per category and series, side by side or after each other. */
  | {
      type: 'bars'
      name: string
      box: Box
      /** What it shows, for who can't see it. */
      alt: string
      categories: readonly string[]
      series: readonly { name: string; colour: string; values: readonly (number | null)[] }[]
      stacked: boolean
      max: number
      /** A format code of the Office formats: `0.0`. */
      format: string
    }
  /** Points by two figures, native and editable. */
  | {
      type: 'points'
      name: string
      box: Box
      alt: string
      across: { title: string; max: number }
      up: { title: string; max: number }
      points: readonly { name: string; across: number; up: number }[]
      colour: string
    }

export type Slide = {
  /** Its conclusion. */
  title: string
  /** Inches that its parts take right of the title. */
  besideTitle?: number | undefined
  /** Under each other in the order in which they are read. */
  parts: readonly SlidePart[]
  /** What only who presents sees, in paragraphs. */
  notes: readonly string[]
}

/** A presentation as plain data in its final Spanish text. */
export type SlideDeck = {
  template: 'slides'
  title: string
  subject: string
  /** Who issues it, in the file's metadata. */
  author: string
  /** The shop's name, right at the foot; nothing where it is empty. */
  brand: string
  /** When what it shows was measured, which the file tells as its time. */
  measuredAt: Date
  /** At the foot of every slide, left of its number. */
  footer: string
  slides: readonly Slide[]
}
