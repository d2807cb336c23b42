import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

// `npm run database-page` draws docs/database.md from db/schema: every trigger and every function. A test compares them.

export const PAGE = 'docs/database.md'

type Trigger = { name: string; when: string; table: string; calls: string }
type SqlFunction = { name: string; purpose: string }

const INTRO = `# The database

Every trigger and function of \`db/schema/\`, by the file that defines it. \`npm run database-page\` writes this page.

A rule is in the database if only the database can hold it: an invariant under concurrency, a guard against direct writes, a figure that must
agree with its rows, or a function that the specification names. Everything else is a use case ([0003](decisions/0003-postgresql-and-schema.md),
[0004](decisions/0004-row-level-security.md)). An arrow is a trigger, from its table to its function.
`

/** The page as it has to be, in Markdown. */
export function drawDatabase(): string {
  const files = globSync('db/schema/*.sql').sort()
  return [INTRO, ...files.map(drawFile)].join('\n')
}

function drawFile(path: string): string {
  const sql = readFileSync(path, 'utf8')
  const triggers = triggersOf(sql)
  const functions = functionsOf(sql)
  const noun = basename(path, '.sql').slice(3)
  const parts = [`## ${noun.charAt(0).toUpperCase()}${noun.slice(1)} (\`${path}\`)\n`]
  if (triggers.length > 0)
    parts.push(['```mermaid', 'flowchart LR', ...triggers.map(drawTrigger), '```'].join('\n'), '')
  for (const { name, purpose } of functions) parts.push(`- \`${name}\`${purpose && `: ${purpose}`}`)
  if (functions.length > 0) parts.push('')
  return parts.join('\n')
}

const drawTrigger = ({ name, when, table, calls }: Trigger): string =>
  `  ${table}[${table}] -- "${name}<br>${when}" --> ${table}__${calls}(["${calls}"])`

function triggersOf(sql: string): Trigger[] {
  const pattern =
    /^create (?:constraint )?trigger (\w+)\s+((?:before|after|instead of) [\s\S]*?)\s+on (?:public|private|auth)\.(\w+)([\s\S]*?)execute function (?:private|public)\.(\w+)/gm
  return [...sql.matchAll(pattern)].map(([, name = '', when = '', table = '', , calls = '']) => ({
    name,
    when: when.replaceAll(/\s+/g, ' '),
    table,
    calls,
  }))
}

/** Functions with the first sentence of the comment above each. */
function functionsOf(sql: string): SqlFunction[] {
  return [...sql.matchAll(/((?:^--.*\n)*)^create function (?:private|public)\.(\w+)/gm)].map(
    ([, comment = '', name = '']) => {
      const text = comment.replaceAll(/^-- ?/gm, '').replaceAll(/\s+/g, ' ').trim()
      return { name, purpose: /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/[.:]$/, '') ?? text }
    },
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, drawDatabase())
