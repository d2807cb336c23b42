/** Names of parameters that must have a value, and that must have none. */
export type Condition = { when: readonly string[]; unless: readonly string[] }
/** Text that appears when its condition holds. */
export type Part = Condition & { text: string }
/** One text of a mail: its parts follow each other without anything in between. */
export type Sentence = readonly Part[]

/** How a block of a mail looks. */
export const BLOCK_KINDS = ['paragraph', 'heading', 'list', 'details', 'button'] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

export const ALWAYS: Condition = { when: [], unless: [] }

export const PLACEHOLDER = /\{([a-z_]+)\}/g
const PHRASE = /\[si ([a-z_ ]+): ?([^[\]]*)\]/g

/** The placeholders of a text, each once. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(match => match[1] ?? '')),
]

/** Reads `taller y no confidencial`; `''` is no condition. Undefined: it says nothing known. */
export function readCondition(typed: string): Condition | undefined {
  if (typed.trim() === '') return ALWAYS
  const when: string[] = []
  const unless: string[] = []
  for (const term of typed.trim().split(/ +y +/)) {
    const [, no, name] = /^(no +)?([a-z_]+)$/.exec(term) ?? []
    if (name === undefined) return undefined
    ;(no === undefined ? when : unless).push(name)
  }
  return { when, unless }
}

/** A condition as it is written. */
export const writeCondition = ({ when, unless }: Condition): string =>
  [...when, ...unless.map(name => `no ${name}`)].join(' y ')

/** Both conditions at once. */
export const both = (one: Condition, other: Condition): Condition => ({
  when: [...new Set([...one.when, ...other.when])],
  unless: [...new Set([...one.unless, ...other.unless])],
})

/** Whether a condition is met when exactly the parameters of which `has` is true have a value. */
export const holds = ({ when, unless }: Condition, has: (name: string) => boolean): boolean =>
  when.every(has) && !unless.some(has)

/** Why a text can't be read. `condition`: an unreadable one. `bracket`, `brace`: one without its pair. */
export type Unreadable = { code: 'condition' | 'bracket' | 'brace'; at: string }

export type ReadText = { sentence: Sentence; problems: readonly Unreadable[] }

/**
 * Reads a text: `{dato}` is a placeholder, `[si dato: texto]` appears if the parameter has a value, `[si no dato: texto]`
 * if it has none, `[si dato y no otro: texto]` if both hold. Phrases do not contain others.
 */
export function readText(text: string): ReadText {
  const sentence: Part[] = []
  const problems: Unreadable[] = []
  const add = (condition: Condition, own: string) => {
    const last = sentence.at(-1)
    // A phrase without text leaves nothing between the texts around it.
    if (condition === ALWAYS && last && writeCondition(last) === '') {
      sentence[sentence.length - 1] = { ...last, text: last.text + own }
    } else if (own !== '') sentence.push({ ...condition, text: own })
    const rest = own.replaceAll(PLACEHOLDER, '')
    const bracket = /[[\]]/.exec(rest)
    if (bracket) problems.push({ code: 'bracket', at: bracket[0] })
    const brace = /[{}]/.exec(rest)
    if (brace) problems.push({ code: 'brace', at: brace[0] })
  }
  let end = 0
  for (const match of text.matchAll(PHRASE)) {
    add(ALWAYS, text.slice(end, match.index))
    const condition = readCondition(match[1] ?? '')
    if (condition === undefined || condition.when.length + condition.unless.length === 0) {
      problems.push({ code: 'condition', at: (match[1] ?? '').trim() })
    } else add(condition, match[2] ?? '')
    end = match.index + match[0].length
  }
  add(ALWAYS, text.slice(end))
  return { sentence, problems }
}

/** A row of labelled values, as it is written: `Nombre: valor`, the whole of it in a phrase if it has a condition. */
/** A label may hold placeholders. */
export type ReadRow = Condition & { label: string; value: Sentence }

/** Reads a line of labelled values. The label is undefined when the line has none. */
export function readRow(line: string): { row: ReadRow | undefined; problems: readonly Unreadable[] } {
  const whole = /^\[si ([a-z_ ]+): ?([^[\]]*)\]$/.exec(line)
  const condition = whole ? readCondition(whole[1] ?? '') : ALWAYS
  const [, label = '', value = ''] =
    /^((?:[^:[\]{}]|\{[a-z_]+\})+):\s*(.*)$/.exec(whole ? (whole[2] ?? '') : line) ?? []
  if (condition === undefined) return { row: undefined, problems: [{ code: 'condition', at: whole?.[1] ?? '' }] }
  const { sentence, problems } = readText(value)
  const isRow = label.trim() !== '' && value.trim() !== ''
  return { row: isRow ? { ...condition, label: label.trim(), value: sentence } : undefined, problems }
}

/** The lines of a list or of labelled values; empty ones are left out. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.replaceAll(/[ \t]+/g, ' ').trim())
    .filter(line => line !== '')
