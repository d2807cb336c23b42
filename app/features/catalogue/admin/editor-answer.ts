import { useState } from 'react'
import type { EditConflict } from './edits.server.ts'

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

/** A key for the fields of a form: it changes after each conflict, so that the merged values are shown. */
export function useConflictKey<Field extends string>(answer: EditorAnswer<Field> | undefined): number {
  const [version, setVersion] = useState(0)
  if (answer?.conflict && answer.version !== version) setVersion(answer.version)
  return version
}
