import type { Kysely } from 'kysely'
import { formatDateTime } from '#app/kernel/dates.ts'
import type { Actor } from '#app/platform/database/actor.server.ts'
import { exportPages } from '#app/platform/database/export-pages.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { listAudit } from './audit-list.db.server.ts'
import type { AuditFilters, AuditQuery } from './audit-list.ts'
import { actionText, actorText, entityText } from './audit-texts.ts'

/** Rows that are in memory at once. */
const BATCH = 1000

export const AUDIT_EXPORT_HEADER = [
  'N°',
  'Fecha',
  'Quién',
  'Email',
  'Acción',
  'Código de la acción',
  'Registro',
  'Id del registro',
  'Antes',
  'Después',
] as const

const json = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value))

/** All entries that a list shows, batch by batch. */
export const exportAudit = (db: Kysely<DB>, actor: Actor, query: AuditFilters & Pick<AuditQuery, 'sort' | 'only'>) =>
  exportPages(
    db,
    actor,
    BATCH,
    (tx, page) => listAudit(tx, { ...query, ...page }),
    entry => [
      String(entry.number),
      formatDateTime(entry.at),
      actorText(entry.actor),
      entry.actor.email ?? '',
      actionText(entry.action),
      entry.action,
      entityText(entry.entity),
      entry.entity_id,
      json(entry.before),
      json(entry.after),
    ],
  )
