import type { EditConflict } from '#app/features/catalogue/editing/edits.server.ts'

/** The answer of an editor's action; the page continues with `version`. */
export type EditorAnswer<Field extends string> = {
  version: number
  values: Record<Field, string>
  errors: Partial<Record<Field, string>>
  saved: boolean
  /** The error of the whole form. */
  message: string
  conflict: (Pick<EditConflict<Field>, 'taken' | 'clashes' | 'by'> & { at: string }) | undefined
}
