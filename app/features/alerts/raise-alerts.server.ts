import { statfs } from 'node:fs/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { alertRecipients } from '#app/features/identity/staff/alert-recipients.server.ts'
import { DAY_MS } from '#app/kernel/dates.ts'
import { queueMails } from '#app/mails/outbox.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { JobReport } from '#app/platform/jobs/job-health.ts'
import { checksOf, FAILED_MAILS_MS, type Problem, type Seen, summaryOf } from './alerts.ts'
import { personNeeded } from './shop-state.server.ts'

export type AlertDeps = {
  db: Kysely<DB>
  /** The folder whose file system must not fill. */
  dataDir: string
  host: string
  jobs: () => readonly JobReport[]
  /** Whether the shop makes backups by itself. */
  makesBackups: boolean
  /** Of a process without a worker: when it started, from which on it expects to hear of one. */
  waitingSince: Date | undefined
}

/** Milliseconds after which the owner is told again about what goes on. */
const AGAIN_MS = DAY_MS

/**
 * Looks for what the owner has to know and queues one mail (template `shop_alert`) about what is new, is back, or has gone on for a day.
 * @returns how many problems it told, to nobody or to several people.
 */
export async function raiseAlerts(deps: AlertDeps, now: Date): Promise<number> {
  const freeSpace = await freeShare(deps.dataDir)
  return asActor(deps.db, SYSTEM, async tx => {
    if (!deps.waitingSince) await sql`select private.note_worker(${now})`.execute(tx)
    const checks = checksOf({ ...(await look(tx, deps, now)), freeSpace, host: deps.host, jobs: deps.jobs() }, now)
    const problems = checks.flatMap(({ name, found }): Problem[] => (found ? [{ name, ...found }] : []))
    const { rows } = await sql<{ name: string }>`
      select name from private.raise_alerts(
        ${checks.map(({ name }) => name)}::text[], ${problems.map(({ name }) => name)}::text[], ${now},
        ${new Date(now.getTime() - AGAIN_MS)}) as name`.execute(tx)
    const told = problems.filter(({ name }) => rows.some(row => row.name === name))
    if (told.length > 0) await mail(tx, told)
    return told.length
  })
}

async function look(tx: Transaction<DB>, { waitingSince, makesBackups }: AlertDeps, now: Date) {
  const people = await personNeeded(tx)
  const itemsOf = (kind: string) => people.find(row => row.kind === kind)?.items ?? 0
  const { failed } = await tx
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('failed'))
    .where('last_failed_at', '>', new Date(now.getTime() - FAILED_MAILS_MS))
    .where('status', '=', 'failed')
    // An alert that nobody receives must not raise the next one.
    .where('template', '<>', 'shop_alert')
    .executeTakeFirstOrThrow()
  return {
    payments: itemsOf('payments'),
    refunds: itemsOf('refunds'),
    failedMails: failed,
    lastBackup: makesBackups ? await lastBackup(tx) : undefined,
    workerSeen: waitingSince && (await lastSeen(tx, waitingSince)),
  } satisfies Partial<Seen>
}

async function lastBackup(tx: Transaction<DB>): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`select private.last_backup_or_try_at() as at`.execute(tx)
  return rows[0]?.at ?? undefined
}

async function lastSeen(tx: Transaction<DB>, waitingSince: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date | null }>`select private.last_worker_beat() as at`.execute(tx)
  const at = rows[0]?.at
  return at && at > waitingSince ? at : waitingSince
}

/** The free share of a folder's file system, 0 to 1; undefined where the folder is not there. */
async function freeShare(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk && disk.blocks > 0 ? disk.bavail / disk.blocks : undefined
}

async function mail(tx: Transaction<DB>, problems: readonly Problem[]): Promise<void> {
  const recipients = await alertRecipients(tx)
  if (recipients.length === 0) return
  await queueMails(
    tx,
    recipients.map(({ email, first_name }) => ({
      template: 'shop_alert' as const,
      recipient: email,
      params: {
        ...(first_name !== '' && { nombre: first_name }),
        resumen: summaryOf(problems),
        problemas: problems.map(({ problem, advice }) => ({ problema: problem, que_hacer: advice })),
        enlace_problema: problems[0]?.link ?? '/admin',
      },
    })),
  )
}
