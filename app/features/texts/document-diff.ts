import type { MailDocument } from '#app/mails/mail-document.ts'
import { FIELD_LABELS, inWords, KIND_LABELS } from '#app/mails/mail-words.ts'

/** Text that both versions have, or only one of them. */
export type DiffRun = { kind: 'same' | 'added' | 'removed'; text: string }
/** A part that changed between two versions of a mail, and how. */
export type DiffPart = { kind: 'changed' | 'added' | 'removed'; where: string; runs: readonly DiffRun[] }

type Part = { where: string; text: string }

/** The longest common subsequence of two lists as pairs of indexes, in order. */
function common<Item>(one: readonly Item[], other: readonly Item[]): [number, number][] {
  const width = other.length + 1
  const lengths = new Uint16Array((one.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        one[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const pairs: [number, number][] = []
  let [row, column] = [0, 0]
  while (row < one.length && column < other.length) {
    if (one[row] === other[column]) pairs.push([row++, column++])
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return pairs
}

/** The stretches of two lists between what they have in common, and what follows each. */
function gaps<Item>(one: readonly Item[], other: readonly Item[]): { was: Item[]; is: Item[]; same: Item[] }[] {
  const ends = [...common(one, other), [one.length, other.length] as const]
  let [row, column] = [0, 0]
  return ends.map(([toRow, toColumn]) => {
    const gap = {
      was: one.slice(row, toRow),
      is: other.slice(column, toColumn),
      same: other.slice(toColumn, toColumn + 1),
    }
    ;[row, column] = [toRow + 1, toColumn + 1]
    return gap
  })
}

/** Comparisons of words that one text may take; longer texts are told as replaced. */
const COMPARED_MAX = 250_000

/** The difference of two texts by words. */
export function wordDiff(before: string, after: string): DiffRun[] {
  const words = (text: string): string[] => text.match(/\{[^}]*\}|\s+|[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu) ?? []
  const runs: DiffRun[] = []
  const add = (kind: DiffRun['kind'], own: readonly string[]) => {
    if (own.length === 0) return
    const last = runs.at(-1)
    if (last?.kind === kind) last.text += own.join('')
    else runs.push({ kind, text: own.join('') })
  }
  const [one, other] = [words(before), words(after)]
  const isLong = one.length * other.length > COMPARED_MAX
  for (const { was, is, same } of isLong ? [{ was: one, is: other, same: [] }] : gaps(one, other)) {
    add('removed', was)
    add('added', is)
    add('same', same)
  }
  return runs
}

function listParts({ blocks }: MailDocument): Part[] {
  return blocks.map(({ kind, condition, text }) => ({
    where: KIND_LABELS[kind],
    text: condition === '' ? inWords(text) : inWords(`[si ${condition}: ]${text}`),
  }))
}

function partDiff(was: Part | undefined, is: Part | undefined): DiffPart | undefined {
  if (was && is) return { kind: 'changed', where: is.where, runs: wordDiff(was.text, is.text) }
  if (is) return { kind: 'added', where: is.where, runs: [{ kind: 'added', text: is.text }] }
  return was && { kind: 'removed', where: was.where, runs: [{ kind: 'removed', text: was.text }] }
}

/** What differs between two versions of a mail, in the order of its parts. @param fields the names of its texts. */
export function documentDiff(fields: readonly string[], before: MailDocument, after: MailDocument): DiffPart[] {
  const texts = fields.flatMap(name => {
    const [was, is] = [before, after].map(({ texts: own }) => inWords(own[name] ?? ''))
    return was === is
      ? []
      : (partDiff({ where: '', text: was ?? '' }, { where: FIELD_LABELS[name] ?? name, text: is ?? '' }) ?? [])
  })
  const [was, is] = [listParts(before), listParts(after)]
  const name = ({ where, text }: Part) => `${where}\n${text}`
  const byName = new Map([...was, ...is].map(part => [name(part), part]))
  const blocks = gaps(was.map(name), is.map(name)).flatMap(gap =>
    Array.from({ length: Math.max(gap.was.length, gap.is.length) }, (_, index) =>
      partDiff(byName.get(gap.was[index] ?? ''), byName.get(gap.is[index] ?? '')),
    ).flatMap(part => part ?? []),
  )
  return [...texts, ...blocks]
}
