// What people may be called in mails that the shop sends for others. No list of domain endings: new ones appear each month.

/** As mail programs read it: full-width letters and dots are the plain ones to some of them. */
const asRead = (text: string): string => text.normalize('NFKC').replaceAll(/[。｡․]/g, '.')

/** Markup, addresses of any kind, and characters that nobody sees, which could hide one from the rules below. */
const NOT_TEXT = /[<>@{}[\]|\\]|:\/\/|www\.|[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/iu

/** 'Encargad@ de TI': a sign at the end of a word, with no host after it. */
const EITHER_GENDER = /(?<=\p{L})@s?(?=[\s,;)/]|$)/gu

/** A dot before two letters or digits makes a link: 'x.cl'. Initials ('J.P. Soto', 'S.A.') have one letter between dots. */
const DOTTED = /[\p{L}\p{N}-]\.[\p{L}\p{N}]{2,}/u

/** Digits with what people write between those of a phone number. */
const digitRuns = (text: string): number[] =>
  (text.match(/\d(?:[\s().+-]*\d)*/g) ?? []).map(run => run.replaceAll(/\D/g, '').length)

/** A number that the words before it call a code: 'CeCo 11002034', 'Cód. 0012345678'. */
const CODE =
  /(?<!\p{L})(?:cecos?|cc|centros? de (?:costos?|responsabilidad)|c[oó]d(?:igo)?|id|sap|n[°ºo]|nro)[.:#\s-]*(\d{1,12})(?![\d(+]|[\s.-]+\d)/giu

/** Numbers of phones in Chile, however they are called. */
const PHONE = /^(?:(?:56)?[29]\d{8}|[68]00\d{6,7})$/

const withoutCodes = (text: string): string =>
  text.replaceAll(CODE, (whole, digits: string) => (PHONE.test(digits) ? whole : ''))

/**
 * Whether a text about a person, a post, an area or a company may appear in a mail to others: no markup, address, e-mail or phone
 * number; a number that is called a code may. Otherwise an invitation could carry any link under the shop's name.
 */
export function isPlainText(text: string): boolean {
  const read = asRead(text).replaceAll(EITHER_GENDER, '')
  return !NOT_TEXT.test(read) && !DOTTED.test(read) && digitRuns(withoutCodes(read)).every(length => length < 7)
}

/** Whether it may be a person's name: also without slashes, colons or more than two digits together. */
export function isPersonName(text: string): boolean {
  const read = asRead(text)
  return isPlainText(text) && !/[/:@]/.test(read) && digitRuns(read).every(length => length < 3)
}

/** The error for a text that is not plain. */
export const NOT_PLAIN = 'Escribe texto simple, sin enlaces, correos, teléfonos ni símbolos como < >'

/** The error for a name that is none. */
export const NOT_A_NAME = 'Escribe solo el nombre, sin enlaces, correos ni números'
