import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A statement of the specifications, by its number in docs/statements. */
export type Statement = { id: string; text: string; section: string }
/** A test that shows a statement, as the comment above it says: `// shows: S1.1, S2.3`. */
export type Shown = { id: string; file: string; line: number; test: string }
/** A comment that names statements without a running test beneath it. */
export type Stray = { file: string; line: number }

const STATEMENT = /^- ([A-Z]\d\.\d+): (.+)$/
const TAG = /^\s*\/\/ shows: (.+)$/
const TEST = /^\s*(?:it|test)(?:\.(?:each|for|concurrent|sequential))?\s*[(<`]/
const TITLE = /\(\s*(['"`])((?:(?!\1).|\\.)+)\1,\s*(?:async\b|\(|\w+ =>|\{)/

/** The statements of a page of docs/statements, in order. */
export function readStatements(markdown: string): Statement[] {
  let section = ''
  return markdown.split('\n').flatMap(line => {
    section = /^## (.+)$/.exec(line)?.[1] ?? section
    const [, id, text] = STATEMENT.exec(line) ?? []
    return id && text ? [{ id, text, section }] : []
  })
}

/** The tags of a test file; a tag stands on the lines right above its test. */
export function readTags(file: string, source: string): { shown: Shown[]; strays: Stray[] } {
  const lines = source.split('\n')
  const shown: Shown[] = []
  const strays: Stray[] = []
  for (const [index, line] of lines.entries()) {
    const ids = TAG.exec(line)?.[1]?.split(', ')
    if (!ids) continue
    const at = lines.findIndex((text, next) => next > index && !TAG.test(text))
    if (TEST.test(lines[at] ?? '')) {
      const test = TITLE.exec(lines.slice(at).join('\n'))?.[2] ?? ''
      for (const id of ids) shown.push({ id, file, line: at + 1, test })
    } else strays.push({ file, line: index + 1 })
  }
  return { shown, strays }
}

/** The tags of every test of the project. */
export function readAllTags(): { shown: Shown[]; strays: Stray[] } {
  const patterns = ['*.test.ts', '*.test.tsx', '*.spec.ts']
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', ...patterns]
  const files = execFileSync('git', args, { encoding: 'utf8' }).trim().split('\n')
  const tags = files.map(file => readTags(file, readFileSync(file, 'utf8')))
  return { shown: tags.flatMap(({ shown }) => shown), strays: tags.flatMap(({ strays }) => strays) }
}
