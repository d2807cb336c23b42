import { foldCode } from '#app/kernel/fold.ts'

/** The symbols of an access code: without 0, O, 1 and I, which people confuse. */
export const SYMBOLS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A folded code, also with what the mail writes before it. */
const TYPED = /^(?:C[OÓ]DIGO(?:DEACCESO)?)?(?:AC)?([2-9A-HJ-NP-Z]{8})$/
const CONFUSED = /^(?:C[OÓ]DIGO(?:DEACCESO)?)?(?:AC)?(?=.*[0O1I])[2-9A-HJ-NP-Z0O1I]{8}$/

/** Whether a text can be an access code. */
export const isAccessCode = (typed: string): boolean => TYPED.test(foldCode(typed))

/** Whether a text has the length of an access code, and symbols that none has: nobody's try, but a slip of the reader. */
export const hasConfusedSymbols = (typed: string): boolean => CONFUSED.test(foldCode(typed))

/**
 * A typed access code as mails write it, `AC-XXXXXXXX`: its prefix, hyphen and case, blanks, quotes and final dots make no difference.
 * Any other text in its folded form.
 */
export function readAccessCode(typed: string): string {
  const folded = foldCode(typed)
  const symbols = TYPED.exec(folded)?.[1]
  return symbols === undefined ? folded : `AC-${symbols}`
}
