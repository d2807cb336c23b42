import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { migrate } from '#app/platform/database/migrate.server.ts'
import { startEmbeddedPostgres } from '#app/platform/embedded-postgres/launcher.server.ts'
import { makeScratchFolder } from './support/scratch-folder.ts'

// `npm run row-types` writes the row types of the tables from a migrated database: its columns, checks and grants. A test compares them.

export const ROW_TYPES = 'app/platform/database/tables.ts'

/** Columns of pesos whose names don't end in `_clp`. */
const PESOS = ['discount_codes.min_order_amount', 'discount_codes.max_discount_amount']

/** What the database can't say of a column: the shape of its JSON, or values that another table's check holds. */
const SHAPES: Readonly<Record<string, string>> = {
  'board_decisions.decisions':
    'readonly { readonly title: string; readonly ask: string; readonly who: string; readonly work: string; readonly due_on: Day | null }[]',
  'order_items.section_targets': 'Readonly<Record<string, number>>',
  'order_items.section_weights': 'Readonly<Record<string, number>>',
  'order_items.reporting_groups': 'readonly { readonly name: string; readonly areas: readonly string[] }[]',
  'catalogue_cells.type': "Tables['assessments']['type']",
  'ledger_entries.accounts': "Tables['ledger_lines']['account']['__select__'][]",
}

const HEADER = `// Written by \`npm run row-types\` from the database; change db/schema instead.
import type { ColumnType, Generated } from 'kysely'
import type { Day } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'

// Which columns may be inserted and updated follows from the grants of the application's roles.
type ReadOnly<Value> = ColumnType<Value, never, never>
type InsertOnly<Value> = ColumnType<Value, Value, never>
/** The database fills it when it is not given. */
type InsertOptional<Value> = ColumnType<Value, Value | undefined, never>
type UpdateOnly<Value> = ColumnType<Value, never, Value>
`

type Column = {
  table_name: string
  name: string
  type: string
  is_nullable: boolean
  is_filled: boolean
  is_generated: boolean
  is_selectable: boolean
  is_insertable: boolean
  is_updatable: boolean
  checks: string[]
}

const COLUMNS = `
  select c.relname as table_name, a.attname as name, format_type(a.atttypid, null) as type,
    not a.attnotnull as is_nullable, a.atthasdef or a.attidentity <> '' as is_filled,
    a.attgenerated <> '' or a.attidentity = 'a' as is_generated,
    has_column_privilege('alhena_system', c.oid, a.attnum, 'select') as is_selectable,
    has_column_privilege('alhena_system', c.oid, a.attnum, 'insert') as is_insertable,
    has_column_privilege('alhena_system', c.oid, a.attnum, 'update') as is_updatable,
    array(select pg_get_constraintdef(oid) from pg_constraint
      where conrelid = c.oid and contype = 'c' and conkey = array[a.attnum]) as checks
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`

/** The module of row types for the tables of a migrated database, formatted. */
export async function drawRowTypes(pool: Pool): Promise<string> {
  const { rows } = await pool.query<Column>(COLUMNS)
  const seen = rows.filter(row => row.is_selectable || row.is_insertable || row.is_updatable)
  const comments = readComments()
  const tables = [...Map.groupBy(seen, row => row.table_name)].map(([table, columns]) => {
    const lines = columns.map(
      column => `${drawComment(comments.get(`${table}.${column.name}`))}${column.name}: ${drawColumn(column)}`,
    )
    return `${drawComment(comments.get(table))}${table}: {\n${lines.join('\n')}\n}`
  })
  const module = `${HEADER}\n/** The columns that the application's roles may use, by table; views are among them. */\nexport type Tables = {\n${tables.join('\n')}\n}\n`
  return execFileSync('node_modules/.bin/biome', ['format', '--stdin-file-path', ROW_TYPES], {
    input: module,
    encoding: 'utf8',
  })
}

function drawColumn(column: Column): string {
  const { read, write } = typesOf(column)
  const orNull = (type: string) => (column.is_nullable ? `${type} | null` : type)
  const canInsert = column.is_insertable && !column.is_generated
  const canUpdate = column.is_updatable && !column.is_generated
  const isOptional = column.is_filled || column.is_nullable
  if (read !== write || !column.is_selectable) {
    const insert = canInsert ? `${orNull(write)}${isOptional ? ' | undefined' : ''}` : 'never'
    const selected = !column.is_selectable ? 'never' : read === 'unknown' ? read : orNull(read)
    return `ColumnType<${selected}, ${insert}, ${canUpdate ? orNull(write) : 'never'}>`
  }
  const type = orNull(read)
  if (canInsert && canUpdate) return column.is_filled ? `Generated<${type}>` : type
  if (canInsert) return `${isOptional ? 'InsertOptional' : 'InsertOnly'}<${type}>`
  return `${canUpdate ? 'UpdateOnly' : 'ReadOnly'}<${type}>`
}

/** As which types a column is read and written: JSON is written as text, and a date, which the driver reads as a moment, is selected as text. */
function typesOf(column: Column): { read: string; write: string } {
  const own = SHAPES[`${column.table_name}.${column.name}`]
  if (own) return { read: own, write: own }
  const values = column.checks.flatMap(valuesOf).join(' | ')
  const same = (type: string) => ({ read: type, write: type })
  switch (column.type) {
    case 'uuid':
    case 'tsvector':
      return same('string')
    case 'text':
      return same(values || 'string')
    case 'text[]':
      return same(values ? `(${values})[]` : 'string[]')
    case 'boolean':
      return same('boolean')
    case 'smallint':
    case 'integer':
    case 'bigint':
    case 'numeric':
      return same(isPesos(column) ? 'Pesos' : values || 'number')
    case 'timestamp with time zone':
      return same('Date')
    case 'bytea':
      return same('Buffer')
    case 'date':
      return { read: 'unknown', write: 'Day' }
    case 'jsonb':
      return { read: 'unknown', write: 'string' }
    default:
      throw new Error(`No type for ${column.type} (${column.table_name}.${column.name})`)
  }
}

const isPesos = ({ table_name, name }: Column): boolean =>
  name.endsWith('_clp') || PESOS.includes(`${table_name}.${name}`)

/** The values of `check (column in (…))`, of `column = …` and of `column <@ array[…]`, as literals; of any other check none. */
function valuesOf(check: string): string[] {
  const list =
    /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(check) ??
    / AND \(\w+ <@ ARRAY\[([^\]]*)\]\)\)\)$/.exec(check)
  const values = list?.[1] ?? /^CHECK \(\(\w+ = ('[^']*'::text)\)\)$/.exec(check)?.[1]
  return values?.split(', ').map(value => value.replace(/::text$/, '')) ?? []
}

/** The comments above tables and columns in db/schema, by `table` and `table.column`. */
function readComments(): Map<string, string> {
  const comments = new Map<string, string>()
  for (const path of globSync('db/schema/*.sql')) {
    let table: string | undefined
    let comment: string[] = []
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const created = /^create (?:table|view) public\.(\w+)/.exec(line)?.[1]
      const column = table && /^ {2}"?(\w+)"? /.exec(line)?.[1]
      const subject = created ?? (column && `${table}.${column}`)
      const text = /^ *-- ?(.*)$/.exec(line)?.[1]
      if (subject && comment.length > 0) comments.set(subject, comment.join(' '))
      comment = text === undefined ? [] : [...comment, text]
      table = created ?? (line.startsWith(')') ? undefined : table)
    }
  }
  return comments
}

const COMMENT_WIDTH = 105

function drawComment(text: string | undefined): string {
  if (text === undefined) return ''
  const lines = text.match(new RegExp(`.{1,${COMMENT_WIDTH}}(?: |$)`, 'g')) ?? [text]
  return lines.length === 1 ? `/** ${text} */\n` : `/**\n${lines.map(line => ` * ${line.trim()}\n`).join('')} */\n`
}

async function writeRowTypes(): Promise<void> {
  const dataDir = await makeScratchFolder('row-types')
  const postgres = await startEmbeddedPostgres({ dataDir, fast: true, maxConnections: 20 })
  const databases = openDatabases(postgres.connectionString, 2)
  await migrate(databases.ownerPool, 'db')
  writeFileSync(ROW_TYPES, await drawRowTypes(databases.ownerPool))
  await databases.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeRowTypes()
