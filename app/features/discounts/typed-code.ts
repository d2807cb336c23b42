import { foldIdentifier } from '#app/kernel/fold.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type DiscountRefusal, isCode, UNKNOWN_REASON } from './discounts.ts'

/** Quotes and stops that come along when a code is copied out of a sentence, and blanks. */
const AROUND = /[\s"'`´“”‘’«»„‚‹›()[\].,;:!]+/g

/** A typed code, folded, without blanks and what surrounds it, in upper case (specification 1, section 5). */
export const normalizeCode = (typed: string): string => foldIdentifier(typed).replaceAll(AROUND, '').toUpperCase()

/** A typed code, normalised; empty input is a failure of its own. A text that can't be a code is an unknown code. */
export function parseTypedCode(typed: string): Result<string, { code: 'required' } | DiscountRefusal> {
  const code = normalizeCode(typed)
  if (code === '') return err({ code: 'required' })
  if (!isCode(code)) return err({ code: 'unknown', reason: UNKNOWN_REASON })
  return ok(code)
}
