import { PERIOD_PARAMETERS } from '#app/kit/lists/date-range.ts'
import type { List } from '#app/kit/lists/define-list.ts'
import type { ListSource } from '#app/kit/lists/list-query.server.ts'
import type { RouteInput } from './fuzz-input.ts'

export type Source = ListSource<{ id: string }, Record<string, never>, string, object>
export type AnyList = List<{ id: string }>

/** The table whose column each list sorts; another one for some columns. */
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accesos: { '*': 'user_accesses' },
  auditoria: { '*': 'audit_log' },
  catalogo: { '*': 'assessments' },
  categorias: { '*': 'categories' },
  clientes: { '*': 'client_totals', created_at: 'profiles', full_name: 'profiles' },
  contracargos: { '*': 'chargebacks' },
  cotizaciones: { '*': 'quotations' },
  descuentos: { '*': 'discount_codes' },
  diferencias: { '*': 'reconciliation_differences' },
  'documentos-tributarios': { '*': 'tax_documents' },
  empresas: { '*': 'companies' },
  libro: { '*': 'ledger_entries' },
  opiniones: { '*': 'reviews' },
  ordenes: { '*': 'orders' },
  'solicitudes-de-datos': { '*': 'data_requests' },
  transferencias: { '*': 'bank_lines' },
}
/** Those of one object's rows, whose indexes begin with that object, and of purchases of workshops, which are found by a function. */
const OF_AN_OBJECT = ['envios', 'usos', 'sesiones']

const isSource = (value: unknown): value is Source =>
  typeof value === 'object' && value !== null && 'batches' in value && 'page' in value
const isList = (value: unknown): value is AnyList =>
  typeof value === 'object' && value !== null && 'sortColumn' in value && 'sorts' in value

/** Every declared list of the back office, and those that are bound to the database. */
export async function loadLists(): Promise<{ lists: AnyList[]; sources: Source[] }> {
  const modules = {
    ...import.meta.glob<Record<string, unknown>>('/app/features/**/*-list.server.ts'),
    ...import.meta.glob<Record<string, unknown>>('/app/features/**/*-list.tsx'),
  }
  const exported = (await Promise.all(Object.values(modules).map(load => load()))).flatMap(module =>
    Object.values(module),
  )
  return { lists: exported.filter(isList), sources: exported.filter(isSource) }
}

/** The columns that lists of whole tables sort by, as 'table.column'. */
export const sortedColumns = (lists: readonly AnyList[]): string[] => [
  ...new Set(
    lists
      .filter(({ name }) => !OF_AN_OBJECT.includes(name))
      .flatMap(({ name, sorts }) =>
        sorts.map(({ column }) => `${TABLES[name]?.[column] ?? TABLES[name]?.['*']}.${column}`),
      ),
  ),
]

/** The address of a list in an order, of all dates. */
export const addressOf = (sort: string, search = '') =>
  new URL(`http://shop.test/x?periodo=todo&sort=${sort}&search=${search}`)

/** The inputs of routes, with what the screens and files of declared lists read. */
export function withLists(
  inputs: Readonly<Record<string, RouteInput>>,
  lists: readonly AnyList[],
): Record<string, RouteInput> {
  const read = lists.flatMap(({ path, filters, period, csv }) => {
    const names = ['search', 'sort', 'size', 'after', 'before', ...filters.map(({ name }) => name)]
    const query = [...names, ...(period ? PERIOD_PARAMETERS : [])]
    return [[path, query] as const, ...(csv ? [[`${path}/export`, [...query, 'row']] as const] : [])]
  })
  const added = read.map(([path, query]) => {
    const own = inputs[path] ?? {}
    return [path, { ...own, query: [...new Set([...query, ...(own.query ?? [])])] }]
  })
  return { ...inputs, ...Object.fromEntries(added) }
}
