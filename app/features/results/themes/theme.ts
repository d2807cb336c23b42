import { partOf } from '#app/kernel/format.ts'

/** A word, or two that follow each other, that several people wrote in answer to an open question. */
export type Theme = {
  theme: string
  /** Texts that hold it: of each person one. */
  texts: number
  /** Sentences that hold it, at most two. */
  quotes: readonly string[]
}

export const THEMES_TITLE = 'Temas que se repiten'

/** `en 7 de 23 textos`. @param total texts of the question */
export const themeCount = ({ texts }: Theme, total: number): string => `en ${partOf(texts, total, 'texto', 'textos')}`
