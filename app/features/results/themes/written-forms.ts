import { compareTexts } from '#app/kernel/spanish-order.ts'
import type { SplitText } from './split-words.ts'
import { type Candidate, eachWord } from './theme-words.ts'

/** The form in which most texts have each theme. */
export function writtenForms(
  texts: readonly SplitText[],
  kinds: readonly number[],
  candidates: readonly Candidate[],
): string[] {
  const single = new Map<number, number>()
  const pairs = new Map<number, Map<number, number>>()
  candidates.forEach(({ stems: [stem = -1, second] }, index) => {
    if (second === undefined) single.set(stem, index)
    else pairs.set(stem, (pairs.get(stem) ?? new Map<number, number>()).set(second, index))
  })
  const counts = candidates.map(() => new Map<string, Counted>())
  texts.forEach((text, number) => {
    const count = (index: number | undefined, from: number, to: number): void => {
      const forms = index === undefined ? undefined : counts[index]
      if (!forms) return
      const form = writtenForm(text, from, to)
      const counted = forms.get(form)
      if (!counted) forms.set(form, { texts: 1, last: number })
      else if (counted.last !== number) {
        counted.texts += 1
        counted.last = number
      }
    }
    eachWord(text, kinds, (at, stem, before, stemBefore) => {
      count(single.get(stem), at, at)
      if (before >= 0) count(pairs.get(stemBefore)?.get(stem), before, at)
    })
  })
  return counts.map(mostFrequent)
}

type Counted = {
  texts: number
  /** The text that was counted last. */
  last: number
}

const mostFrequent = (forms: ReadonlyMap<string, Counted>): string =>
  [...forms].toSorted(
    ([a, times], [b, others]) => others.texts - times.texts || compareTexts(a, b) || (a < b ? -1 : 1),
  )[0]?.[0] ?? ''

const BLANKS = /[\s\u00a0]+/g
const STARTS_SENTENCE = /(?:^|[.!?…:\n\r]|[-–—•*]\s)[\s"'«»“”¿¡(]*$/u

/** What stands from one word to another, on one line; a capital that only begins a sentence is none of the word. */
function writtenForm({ text, starts, ends }: SplitText, from: number, to: number): string {
  const start = starts[from] ?? 0
  const form = text.slice(start, ends[to]).replaceAll(BLANKS, ' ').normalize('NFC')
  const first = form.charAt(0)
  const small = first.toLowerCase()
  if (small === first || !STARTS_SENTENCE.test(text.slice(Math.max(0, start - 8), start))) return form
  const rest = text.slice(start + 1, ends[from])
  return rest !== '' && rest === rest.toLowerCase() ? small + form.slice(1) : form
}
