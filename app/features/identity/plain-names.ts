// What people may be called in mails that the shop sends for others. No list of domain endings: new ones appear each month.

/** As mail programs read it: full-width letters and dots are the plain ones to some of them. */
const asRead = (text: string): string => text.normalize('NFKC').replaceAll(/[。｡․]/g, '.')

/** Markup, addresses of any kind, and characters that nobody sees, which could hide one from the rules below. */
const NOT_TEXT = /[<>@{}[\]|\\]|:\/\/|www\.|[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/iu

/** A dot before two letters or digits makes a link: 'x.cl'. Initials ('J.P. Soto', 'S.A.') have one letter between dots. */
const DOTTED = /[\p{L}\p{N}-]\.[\p{L}\p{N}]{2,}/u

/** Digits with what people write between those of a phone number. */
const digitRuns = (text: string): number[] =>
  (text.match(/\d(?:[\s().+-]*\d)*/g) ?? []).map(run => run.replaceAll(/\D/g, '').length)

/**
 * Whether a text about a person, a post, an area or a company may appear in a mail to others: no markup, address, e-mail or phone
 * number. Otherwise an invitation could carry any link under the shop's name.
 */
export function isPlainText(text: string): boolean {
  const read = asRead(text)
  return !NOT_TEXT.test(read) && !DOTTED.test(read) && digitRuns(read).every(length => length < 7)
}

/** Whether it may be a person's name: also without slashes, colons or more than two digits together. */
export function isPersonName(text: string): boolean {
  const read = asRead(text)
  return isPlainText(text) && !/[/:]/.test(read) && digitRuns(read).every(length => length < 3)
}

/** The error for a text that is not plain. */
export const NOT_PLAIN = 'Escribe texto simple, sin enlaces, correos ni símbolos como < >'

/** The error for a name that is none. */
export const NOT_A_NAME = 'Escribe solo el nombre, sin enlaces, correos ni números'
