import type { EditConflict } from '#app/features/catalogue/editing/edits.server.ts'

/** What an editor's action answers; the page goes on with `version`. */
export type EditorAnswer<Field extends string> = {
  version: number
  values: Record<Field, string>
  errors: Partial<Record<Field, string>>
  saved: boolean
  /** What went wrong as a whole, in words. */
  message: string
  conflict: (Pick<EditConflict<Field>, 'taken' | 'clashes' | 'by'> & { at: string }) | undefined
}
