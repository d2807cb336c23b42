import { useState } from 'react'
import type { EditorAnswer } from './editor-answer.ts'

/** A key for the fields of a form: it changes after each conflict, so that the merged values are shown. */
export function useConflictKey<Field extends string>(answer: EditorAnswer<Field> | undefined): number {
  const [version, setVersion] = useState(0)
  if (answer?.conflict && answer.version !== version) setVersion(answer.version)
  return version
}
