import type { Result } from '#app/kernel/result.ts'

/** Returns a use case's value. @throws when it failed: the demo's company only does what a new shop allows. */
export function unwrap<Value>(result: Result<Value, { code: string }>): Value {
  if (!result.ok) throw new Error(`The demo's company was refused: ${result.error.code}`)
  return result.value
}
