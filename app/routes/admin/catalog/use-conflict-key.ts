import { useState } from 'react'
import type { EditorAnswer } from './editor-answer.ts'

/** A key for the fields of a form: another one after each conflict, whose values are shown anew, and the same after anything else. */
export function useConflictKey<Field extends string>(answer: EditorAnswer<Field> | undefined): number {
  const [version, setVersion] = useState(0)
  if (answer?.conflict && answer.version !== version) setVersion(answer.version)
  return version
}
