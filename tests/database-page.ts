import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

// `npm run database-page` writes docs/database.md from db/schema: what a write sets off, every trigger and every function. A test compares them.

export const PAGE = 'docs/database.md'

type Trigger = { name: string; event: string; table: string; calls: string }
type SqlFunction = { name: string; file: string; body: string; purpose: string; isTrigger: boolean }

const INTRO = `# The database

\`npm run database-page\` writes this page from \`db/schema/\`.

A rule is in the database if only the database can hold it: an invariant under concurrency, a guard against direct writes, a figure that must
agree with its rows, or a function that the specification names. Everything else is a use case ([0003](decisions/0003-postgresql-and-schema.md),
[0004](decisions/0004-row-level-security.md)), which names the triggers that act with it (\`orderPaid\`, \`orderRefunded\`).

## What a write sets off

An arrow leads from a table whose trigger writes to the table that is written.
`

/** The page as it has to be, in Markdown. */
export function drawDatabase(): string {
  const files = globSync('db/schema/*.sql')
    .sort()
    .map(path => ({ path, sql: readFileSync(path, 'utf8') }))
  const functions = files.flatMap(({ path, sql }) => readFunctions(basename(path), sql))
  const triggers = files.flatMap(({ sql }) => readTriggers(sql))
  const written = (name: string) => findWritten(name, functions)
  return `${[
    INTRO,
    '```mermaid',
    'flowchart LR',
    ...new Set(
      triggers.flatMap(({ table, calls }) =>
        written(calls)
          .filter(target => target !== table)
          .map(target => `  ${table} -- ${calls} --> ${target}`),
      ),
    ),
    '```',
    '\n## Triggers\n',
    'By the function that they call, with the names of the constraints by which it refuses.\n',
    '| function | on | refuses as | purpose |',
    '| --- | --- | --- | --- |',
    ...functions.filter(({ isTrigger }) => isTrigger).map(called => drawCalled(called, triggers)),
    '\n## Triggers by table\n',
    ...drawTables(triggers),
    '\n## Other functions\n',
    ...files.map(({ path }) => drawFile(path, functions)).filter(line => line !== ''),
  ].join('\n')}\n`
}

function drawCalled({ name, body, purpose }: SqlFunction, triggers: readonly Trigger[]): string {
  const on = triggers
    .filter(({ calls }) => calls === name)
    .map(trigger => `${trigger.table} ${trigger.event} (\`${trigger.name}\`)`)
  const refusals = new Set(
    [...body.matchAll(/constraint = (?:'(\w+)'|tg_table_name \|\| '(\w+)')/g)].flatMap(([, constraint, ending]) =>
      constraint ? [constraint] : triggers.filter(({ calls }) => calls === name).map(({ table }) => table + ending),
    ),
  )
  return `| \`${name}\` | ${on.join(';<br>')} | ${[...refusals].map(constraint => `\`${constraint}\``).join(', ')} | ${purpose.replaceAll('|', '\\|')} |`
}

function drawTables(triggers: readonly Trigger[]): string[] {
  const byTable = Map.groupBy(triggers, ({ table }) => table)
  return [...byTable]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([table, own]) => {
      const functions = new Set(own.map(({ calls }) => `\`${calls}\``))
      return `- ${table}: ${[...functions].join(', ')}`
    })
}

function drawFile(path: string, functions: readonly SqlFunction[]): string {
  const names = functions.filter(({ file, isTrigger }) => file === basename(path) && !isTrigger)
  if (names.length === 0) return ''
  return `- \`${path}\`: ${names.map(({ name }) => `\`${name}\``).join(', ')}`
}

/** Tables that a function writes, itself or by the functions that it calls. */
function findWritten(name: string, functions: readonly SqlFunction[], seen = new Set<string>()): string[] {
  const called = functions.find(other => other.name === name)
  if (!called || seen.has(name)) return []
  seen.add(name)
  const own = [
    ...called.body.matchAll(
      /\b(?:insert into|(?<!for (?:no key )?)update|delete from) (?:public|private|auth)\.(\w+)/g,
    ),
  ].map(([, table = '']) => table)
  const calls = [...called.body.matchAll(/\bprivate\.(\w+)\(/g)].flatMap(([, other = '']) =>
    findWritten(other, functions, seen),
  )
  return [...new Set([...own, ...calls])]
}

/** Triggers; the columns of `update of` are left out where there are more than three. */
function readTriggers(sql: string): Trigger[] {
  const pattern =
    /^create (?:constraint )?trigger (\w+)\s+((?:before|after|instead of) [\s\S]*?)\s+on (?:public|private|auth)\.(\w+)([\s\S]*?)execute function (?:private|public)\.(\w+)/gm
  return [...sql.matchAll(pattern)].map(([, name = '', event = '', table = '', , calls = '']) => ({
    name,
    event: event.replaceAll(/\s+/g, ' ').replaceAll(/ of \w+(?:, \w+){3,}/g, ' of some columns'),
    table,
    calls,
  }))
}

/** Functions with the first sentence of the comment above each. */
function readFunctions(file: string, sql: string): SqlFunction[] {
  const pattern = /((?:^--.*\n)*)^create function (?:private|public)\.(\w+)([\s\S]*?\$\$[\s\S]*?\$\$|[\s\S]*?;)/gm
  return [...sql.matchAll(pattern)].map(([, comment = '', name = '', body = '']) => {
    const text = comment.replaceAll(/^-- ?/gm, '').replaceAll(/\s+/g, ' ').trim()
    const purpose = text.split(/(?<=[.])\s(?=[A-ZÁÉÍÓÚÑ])/)[0] ?? ''
    return { name, file, body, purpose: purpose.replace(/\.$/, ''), isTrigger: /\breturns trigger\b/.test(body) }
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, drawDatabase())
