import type { Result } from '#app/kernel/result.ts'

/** What a use case gave. @throws when it refused: the demo's company does only what a new shop allows. */
export function unwrap<Value>(result: Result<Value, { code: string }>): Value {
  if (!result.ok) throw new Error(`The demo's company was refused: ${result.error.code}`)
  return result.value
}
