import type { ClientListQuery, CompanyListQuery } from '#app/features/identity/client-list.db.server.ts'
import { ROLE_LABELS } from '#app/features/identity/identity.ts'
import type { Role } from '#app/platform/database/values.ts'
import { readDateRange } from './date-range.ts'
import { chosenOf, pageRequest, readListAddress } from './lists/list-address.ts'
import type { ListAddress, ListFilter, ListReference, ListShape } from './lists/list-shape.ts'

const role: ListFilter<Role> = {
  name: 'rol',
  label: 'Rol',
  all: 'Todos',
  choices: (['client', 'assessment_manager', 'respondent', 'admin'] as const).map(value => ({
    value,
    label: ROLE_LABELS[value],
  })),
}

const bought: ListFilter<'si' | 'no'> = {
  name: 'compro',
  label: 'Compras',
  all: 'Todas',
  choices: [
    { value: 'si', label: 'Ha comprado' },
    { value: 'no', label: 'Sin compras' },
  ],
}

const company: ListReference = { name: 'empresa', label: 'Empresa', all: 'Todas', choices: 'ids' }

type Sort = 'recientes' | 'antiguas' | 'mayor-gasto'

const sorts: ListShape<Sort>['sorts'] = [
  { key: 'recientes', label: 'Más recientes', column: 'created', direction: 'desc' },
  { key: 'antiguas', label: 'Más antiguas', column: 'created', direction: 'asc' },
  { key: 'mayor-gasto', label: 'Mayor gasto', column: 'spent', direction: 'desc' },
]

const COLUMNS = { recientes: 'created_at', antiguas: 'created_at', 'mayor-gasto': 'spent_clp' } as const

export const CLIENT_LIST: ListShape<Sort> = { name: 'clientes', filters: [role, bought, company], sorts, dated: 'todo' }

export const COMPANY_LIST: ListShape<Sort> = {
  name: 'empresas',
  filters: [],
  // What sells most is what one looks for.
  sorts: [sorts[2] ?? sorts[0], sorts[0], sorts[1] ?? sorts[0]],
}

/** The list of people that an address asks for; the export reads the same one. */
export function readClientList(
  url: Pick<URL, 'searchParams'>,
  now: Date,
): { address: ListAddress<Sort>; query: ClientListQuery } {
  const address = readListAddress(CLIENT_LIST, url.searchParams)
  const purchases = chosenOf(address, bought)
  const { span } = readDateRange(url, now, 'todo')
  return {
    address,
    query: {
      ...pageRequest(address, COLUMNS),
      search: address.search,
      role: chosenOf(address, role),
      bought: purchases && purchases === 'si',
      companyId: address.chosen[company.name],
      from: span?.start,
      until: span?.end,
    },
  }
}

/** The list of companies that an address asks for. */
export function readCompanyList(url: Pick<URL, 'searchParams'>): {
  address: ListAddress<Sort>
  query: CompanyListQuery
} {
  const address = readListAddress(COMPANY_LIST, url.searchParams)
  return { address, query: { ...pageRequest(address, COLUMNS), search: address.search } }
}
