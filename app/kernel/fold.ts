// One fold for what identifies somebody or something: e-mails, access and discount codes, RUTs and people's names. Word processors,
// mail programs and phones bring along characters that look the same or like nothing. private.fold_identifier of the database is the same.

/** Blanks and line ends of every kind, the ideographic, no-break and Braille ones among them. */
const BLANKS = /[\t-\r\u0085\p{Z}\u2800]+/gu
/** Controls, format characters (bidirectional ones, soft hyphens, zero-width ones), half surrogate pairs and fillers. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu
/** Every dash, hyphen and minus. */
const DASHES = /[\p{Pd}\u02d7\u2043\u2212\u2796]/gu
/** Ordinal signs are letters of a name ('Mª José'), which compatibility normalisation would turn into plain ones. */
const NOT_ORDINALS = /[^ªº]+/g

const withSeenBlanks = (text: string): string => text.replaceAll(BLANKS, ' ').replaceAll(UNSEEN, '')
const withPlainDashes = (text: string): string => text.replaceAll(DASHES, '-').replaceAll(BLANKS, ' ').trim()

/** NFKC, without invisible characters, with '-' for every dash, and one blank for blanks of any kind. Letters keep their case. */
export const foldIdentifier = (text: string): string => withPlainDashes(withSeenBlanks(text).normalize('NFKC'))

/** A code's letters and digits in upper case: separators, quotes and final dots make no difference. */
export const foldCode = (text: string): string =>
  foldIdentifier(text)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** An abbreviation that is not set apart from the name after it: 'M.Angélica', 'Mª.José', 'Ma.Paz'. */
const ABBREVIATED = /(?<![\p{L}\p{N}])(\p{Lu}\p{Ll}{0,3}[ªº]?)\.(?=\p{Lu}\p{L})/gu

/** A text with a blank after abbreviations: 'Dpto. TI' of 'Dpto.TI', which a mail program could take for an address. */
export const withSpacedAbbreviations = (text: string): string => text.replaceAll(ABBREVIATED, '$1. ')

/** A person's name as it is stored, with a blank after abbreviations, so that no mail program makes a link of 'M.Angélica'. */
export const foldName = (text: string): string =>
  withSpacedAbbreviations(
    withPlainDashes(withSeenBlanks(text).replaceAll(NOT_ORDINALS, part => part.normalize('NFKC'))),
  )
