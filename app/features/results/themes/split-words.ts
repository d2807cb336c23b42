/** A text of an open question, cut into its words. */
export type SplitText = {
  text: string
  /** Of each word the number of its form, in order. */
  forms: readonly number[]
  /** Where each word starts and ends, in UTF-16 units. */
  starts: readonly number[]
  ends: readonly number[]
  /** Whether nothing but blanks of one line stands between a word and the one before. */
  joins: readonly boolean[]
}

/** The numbers of the forms of words that were found: in lower case, composed (NFC). */
export type Forms = Map<string, number>

/** Letters of the longest form that is a word; the longest of the Spanish dictionary has 23. What is longer is noise. */
const LONGEST = 40

const WORD = /\p{L}[\p{L}\p{M}\p{N}]*/gu
/** Words, and what is none as a whole: markup, addresses of pages and of mail. */
const PIECE = /<[!/]?\p{L}[^<>]*>|(?:https?:\/\/|www\.)\S+|[^\s@<>]{1,64}@[^\s@<>]+|\p{L}[\p{L}\p{M}\p{N}]*/gu
const HAS_OTHER = /[<@/]|www\./
const OTHER = /[<@/.]/

/** Cuts texts into words; what one text needed serves the next. @param forms where new forms get the next number */
export function wordSplitter(forms: Forms): (text: string) => SplitText {
  /** The number of each form as it was written; `NO_WORD` of what is none. */
  const written = new Map<string, number>()
  const found = { forms: [] as number[], starts: [] as number[], ends: [] as number[], joins: [] as boolean[] }
  return text => {
    const pattern = HAS_OTHER.test(text) ? PIECE : WORD
    pattern.lastIndex = 0
    let end = -1
    let count = 0
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const [piece] = match
      let number = written.get(piece)
      if (number === undefined) {
        number = numberOf(piece, forms)
        written.set(piece, number)
      }
      if (number === NO_WORD) {
        end = -1
        continue
      }
      found.forms[count] = number
      found.starts[count] = match.index
      found.joins[count] = end >= 0 && isBlank(text, end, match.index)
      end = match.index + piece.length
      found.ends[count] = end
      count += 1
    }
    return {
      text,
      forms: found.forms.slice(0, count),
      starts: found.starts.slice(0, count),
      ends: found.ends.slice(0, count),
      joins: found.joins.slice(0, count),
    }
  }
}

const NO_WORD = -1

function numberOf(piece: string, forms: Forms): number {
  if (OTHER.test(piece) || piece.length > LONGEST) return NO_WORD
  const form = piece.toLowerCase().normalize('NFC')
  const number = forms.get(form) ?? forms.size
  forms.set(form, number)
  return number
}

const isBlank = (text: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) if (text[at] !== ' ' && text[at] !== '\t' && text[at] !== '\u00a0') return false
  return to > from
}

/** Marks over letters other than the tilde: 'ñ' is a letter of its own. */
const MARKS = /[\u0300-\u0302\u0304-\u036f]/g

/** A form without accents. */
export const withoutAccents = (form: string): string => form.normalize('NFD').replaceAll(MARKS, '').normalize('NFC')

/**
 * A form as its stem is looked up: without accents, because many write without them, but for the ending '-ión' of 'capacitación', which
 * the dictionary of stems knows with its accent alone.
 */
export const stemmable = (form: string): string => withoutAccents(form).replace(/([cs])ion$/, '$1ión')
