import { globSync, readFileSync } from 'node:fs'
import { dirname, matchesGlob } from 'node:path'

// `npm run house`: the size of the house, each figure beside its goal.

type File = { path: string; text: string; lines: number }

const TEST_FILES = ['**/*.test.{ts,tsx}', '**/*.test-support.{ts,tsx}', '**/*.test-child.ts']
const SMALL_FILE = 20
const MAX_FILE = 300
const MAX_FOLDER = 25

/** Words with a project-specific meaning; the second is the field's term. */
const COINED = [
  ['given', 'input'],
  ['told', 'shown, returned'],
  ['turn', 'semaphore, slot'],
  ['turns', 'semaphore, slot'],
  ['press', 'renderer'],
  ['looks', 'matches'],
  ['asked', 'requested'],
  ['wanted', 'requested'],
  ['chosen', 'selected'],
  ['place', 'cursor, page, rank'],
  ['usual', 'canonical'],
  ['kept', 'cached'],
  ['door', 'guard, route'],
  ['walls', 'row-level security'],
  ['letter', 'message, template'],
  ['stepUp', 'reauthenticate'],
  ['ticked', 'selected'],
  ['moments', 'timeline'],
  ['news', 'notice'],
  ['fault', 'refusal, failure'],
] as const

const read = (patterns: string[]): File[] =>
  globSync(patterns)
    .sort()
    .map(path => {
      const text = readFileSync(path, 'utf8')
      return { path, text, lines: text.split('\n').length - 1 }
    })

const linesOf = (files: readonly File[]): number => files.reduce((sum, file) => sum + file.lines, 0)

/** Written by a command (`npm run row-types`). */
const GENERATED = 'app/platform/database/tables.ts'

const isTest = ({ path }: File): boolean => TEST_FILES.some(pattern => matchesGlob(path, pattern))

const code = read(['app/**/*.{ts,tsx}', 'server/**/*.ts', 'bundling/**/*.ts']).filter(
  file => !isTest(file) && file.path !== GENERATED,
)
const sql = read(['db/**/*.sql'])
const admin = code.filter(file => /^app\/(features\/[^/]+|layouts)\/admin\//.test(file.path))
const small = code.filter(file => file.lines <= SMALL_FILE)
const long = code.filter(file => file.lines > MAX_FILE)
const statements = sql.map(file => file.text).join('\n')
const functions = [...statements.matchAll(/create (?:or replace )?function ([\w.]+)/gi)].map(([, name]) => name)
const triggers = [...statements.matchAll(/create (?:or replace |constraint )*trigger \w+[^;]*?\bon ([\w.]+)/gi)]
const orderTriggers = triggers.filter(([, table]) => /(^|\.)orders$/.test(table ?? ''))

/** Code files by the folder that holds them. */
const folders = Map.groupBy(code, file => dirname(file.path))
const full = [...folders].filter(([path, files]) => path.startsWith('app/features/') && files.length > MAX_FOLDER)

const COMMENTS_AND_TEXTS = /\/\*[\s\S]*?\*\/|(?<![:'"])\/\/.*$|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`$]*`/gm
/** Names alone: in a comment's sentence most of these words are plain English. */
const names = code.map(({ text }) => text.replace(COMMENTS_AND_TEXTS, ''))

/** How often a word is a name or a part of one, as in `givenName`. */
function countWord(word: string): number {
  const capital = word.charAt(0).toUpperCase() + word.slice(1)
  const pattern = new RegExp(`(?<![A-Za-z])${word}(?![a-z])|${capital}(?![a-z])`, 'g')
  return names.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)
}

const coined = COINED.map(([word, term]) => ({ word, term, uses: countWord(word) })).sort((a, b) => b.uses - a.uses)

/**
 * A line that only passes a result on: it makes or declares a failure by its code, asks whether a result is `ok`, reads `error.code`, hands a
 * result to `outcomeOf`, or promises a `Result`. A `switch` over codes is not counted: most are of other things.
 */
const PASSES_ON =
  /\berr\(|!\w+(\.\w+)*\.ok\b|\.ok \?|\bif \(\w+(\.\w+)*\.ok\)|\.error\.code\b|\boutcomeOf\(|\bResult<|\bcode: '\w+'( \| '\w+')* \}/
/** A table of texts by the codes of a failure, from its first line to the brace that ends it. */
const FAILURE_TEXTS =
  /^(?:export )?const \w+: (?:Readonly<)?Record<[^=\n]*(?:\['code'\]|Failure|Refusal|Problem)[^=]*= \{.*?^\}/gms

const passingOn = code.reduce((sum, { text }) => {
  const tables = text.match(FAILURE_TEXTS) ?? []
  const rest = tables.reduce((left, table) => left.replace(table, ''), text)
  const lines = rest.split('\n').filter(line => PASSES_ON.test(line)).length
  return sum + lines + tables.reduce((count, table) => count + table.split('\n').length, 0)
}, 0)

/** Functions and constants whose name ends in 'Of', which says neither what is done nor what it is. */
const endInOf = code.reduce((sum, { text }) => sum + (text.match(/\b(?:function|const) \w+Of\b/g)?.length ?? 0), 0)

const number = (value: number): string => value.toLocaleString('en')

const figures: readonly (readonly [what: string, now: string, goal: string])[] = [
  ['TypeScript without tests, lines', number(linesOf(code)), '98,000'],
  ['TypeScript without tests, files', number(code.length), '850'],
  ['Files of 20 lines or fewer', number(small.length), '60'],
  ['Files of more than 300 lines', number(long.length), '0'],
  ['SQL, lines', number(linesOf(sql)), '7,600'],
  ['SQL, files', number(sql.length), ''],
  ['SQL functions (definitions)', `${new Set(functions).size} (${functions.length})`, '260'],
  ['SQL triggers (on orders)', `${triggers.length} (${orderTriggers.length})`, '95'],
  ['Screens of the back office, lines', number(linesOf(admin)), ''],
  ['Feature folders of more than 25 files', number(full.length), '0'],
  ['Lines that only pass a result on', number(passingOn), '300'],
  ["Names that end in 'Of'", number(endInOf), ''],
  ['biome.json, lines', number(linesOf(read(['biome.json']))), '200'],
  ['Coined words in names', number(coined.reduce((sum, { uses }) => sum + uses, 0)), '80'],
]

const print = (title: string, rows: readonly string[]) =>
  console.log(`\n${title}\n${rows.map(row => `  ${row}`).join('\n')}`)

console.log(`${'Figure'.padEnd(40)}${'now'.padStart(12)}   at most`)
for (const [what, now, goal] of figures) console.log(`${what.padEnd(40)}${now.padStart(12)}   ${goal}`)
const longest = code.toSorted((a, b) => b.lines - a.lines).slice(0, 10)
print(
  'Longest files',
  longest.map(({ path, lines }) => `${String(lines).padStart(4)}  ${path}`),
)
print(
  'Fullest feature folders',
  full.map(([path, files]) => `${String(files.length).padStart(4)}  ${path}`),
)
print(
  'Coined words in names',
  coined.map(({ word, term, uses }) => `${String(uses).padStart(4)}  ${word} (say: ${term})`),
)
