import type { Kysely } from 'kysely'
import { formatDate } from '#app/kernel/dates.ts'
import type { Actor } from '#app/platform/database/actor.server.ts'
import { exportPages } from '#app/platform/database/export-pages.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type ClientListQuery, type CompanyListQuery, listClients, listCompanies } from './client-list.db.server.ts'
import { ROLE_LABELS } from './identity.ts'

/** Rows that are in memory at once. */
const BATCH = 1000

export const CLIENT_EXPORT_HEADER = [
  'Nombre',
  'Email',
  'Empresa',
  'Rol',
  'Registro',
  'Órdenes pagadas',
  'Asientos',
  'Completados',
  'Gastado CLP',
  'Última compra',
] as const

export const COMPANY_EXPORT_HEADER = [
  'Empresa',
  'RUT',
  'Personas',
  'Órdenes pagadas',
  'Asientos',
  'Gastado CLP',
  'Última compra',
] as const

const day = (date: Date | null): string => (date === null ? '' : formatDate(date))

/** All people that a list shows, batch by batch. An account that is gone has its purchases and nothing personal. */
export const exportClients = (db: Kysely<DB>, actor: Actor, query: ClientListQuery) =>
  exportPages(
    db,
    actor,
    BATCH,
    (tx, page) => listClients(tx, { ...query, ...page }),
    ({ name, email, company, role, created_at, bought }) => [
      name,
      email ?? '',
      company?.name ?? '',
      role === null ? '' : ROLE_LABELS[role],
      day(created_at),
      String(bought.orders),
      String(bought.seats),
      String(bought.completed),
      String(bought.spent),
      day(bought.last_at),
    ],
  )

/** All companies that a list shows, batch by batch. */
export const exportCompanies = (db: Kysely<DB>, actor: Actor, query: CompanyListQuery) =>
  exportPages(
    db,
    actor,
    BATCH,
    (tx, page) => listCompanies(tx, { ...query, ...page }),
    ({ name, rut, people, orders, seats, spent, last_at }) => [
      name,
      rut ?? '',
      String(people),
      String(orders),
      String(seats),
      String(spent),
      day(last_at),
    ],
  )
