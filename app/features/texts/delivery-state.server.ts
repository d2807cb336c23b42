import { sql, type Transaction } from 'kysely'
import { PAID_ATTEMPTS } from '#app/features/orders/orders.ts'
import { TEST_MARK } from '#app/mails/templates.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { AttemptStatus, MailStatus } from '#app/platform/database/values.ts'
import { MAX_COUNTED } from './mail-status.ts'

/** Orders listed of those whose payment waits for manual resolution. */
const TO_RESOLVE = 10

/** Failed mails that are shown, the newest first. */
const MAX_SHOWN = 50

export type MailState = {
  waiting: number
  /** Waiting mails with at least one failed attempt. */
  delayed: number
  oldest: Date | null
  lastSent: { template: string; at: Date } | undefined
  lastFailure: { template: string; at: Date; error: string | null } | undefined
  failed: number
}

/** The state of the shop's mails; counts at most `MAX_COUNTED` rows. For administrators. */
export async function findMailState(tx: Transaction<DB>): Promise<MailState> {
  const queue = await tx
    .selectFrom(inner =>
      inner
        .selectFrom('mails')
        .select(['created_at', 'attempts'])
        .where('status', 'in', ['queued', 'sending'])
        .orderBy('created_at')
        .limit(MAX_COUNTED)
        .as('waiting'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.countAll<number>().filterWhere('attempts', '>', 0).as('delayed'),
      fn.min('created_at').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
  const lastSent = await tx
    .selectFrom('mails')
    .select(['template', 'sent_at'])
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const lastFailure = await tx
    .selectFrom('mails')
    .select(['template', 'last_failed_at', 'last_error'])
    .where('last_failed_at', 'is not', null)
    .orderBy('last_failed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { failed } = await tx
    .selectFrom(inner =>
      inner.selectFrom('mails').select('id').where('status', '=', 'failed').limit(MAX_COUNTED).as('failed'),
    )
    .select(({ fn }) => fn.countAll<number>().as('failed'))
    .executeTakeFirstOrThrow()
  return {
    waiting: Number(queue.waiting),
    delayed: Number(queue.delayed),
    oldest: queue.oldest,
    lastSent: lastSent?.sent_at ? { template: lastSent.template, at: lastSent.sent_at } : undefined,
    lastFailure: lastFailure?.last_failed_at
      ? { template: lastFailure.template, at: lastFailure.last_failed_at, error: lastFailure.last_error }
      : undefined,
    failed: Number(failed),
  }
}

export type FailedMail = {
  id: string
  template: string
  recipient: string
  created_at: Date
  last_error: string | null
  /** False when it held a link that opens an account and was therefore erased. */
  retryable: boolean
}

/** The newest failed mails. For administrators. */
export const listFailedMails = (tx: Transaction<DB>): Promise<FailedMail[]> =>
  tx
    .selectFrom('mails')
    .select(['id', 'template', 'recipient', 'created_at', 'last_error', sql<boolean>`params <> '{}'`.as('retryable')])
    .where('status', '=', 'failed')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute()

/** The newest test mail to an address. */
export const findTestMail = (
  tx: Transaction<DB>,
  recipient: string,
): Promise<{ status: MailStatus; created_at: Date; sent_at: Date | null; last_error: string | null } | undefined> =>
  tx
    .selectFrom('mails')
    .select(['status', 'created_at', 'sent_at', 'last_error'])
    .where('recipient', '=', recipient)
    .where(sql<boolean>`params ? ${TEST_MARK}`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Queues failed mails again. @returns those that were queued. */
export async function requeueMails(tx: Transaction<DB>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from private.retry_mails(${[...ids]}::uuid[]) as id`.execute(tx)
  return rows.map(row => row.id)
}

export type PaymentState = {
  lastPaid: Date | undefined
  lastTurnedDown: { status: AttemptStatus; at: Date } | undefined
  /** Attempts whose outcome is not known yet, and those that somebody has to compare with the gateway's books. */
  open: number
  unresolved: number
  /** The orders of the oldest ones that wait for manual resolution. */
  toResolve: { id: string; number: string }[]
  oldestOpen: Date | null
}

/** The state of payments by a gateway, at constant cost. For administrators. */
export async function findPaymentState(tx: Transaction<DB>, gateway: string): Promise<PaymentState> {
  const paid = await tx
    .selectFrom('payment_attempts')
    .select('updated_at')
    .where('gateway', '=', gateway)
    .where('status', 'in', PAID_ATTEMPTS)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const down = await tx
    .selectFrom('payment_attempts')
    .select(['status', 'updated_at'])
    .where('gateway', '=', gateway)
    .where('status', 'in', ['rejected', 'form_error', 'timed_out'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const open = await tx
    .selectFrom(inner =>
      inner
        .selectFrom('payment_attempts')
        .select(['status', 'created_at'])
        .where('status', 'in', ['committing', 'unknown', 'manual_resolution', 'refund_pending'])
        .orderBy('created_at')
        .limit(MAX_COUNTED)
        .as('attempt'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('open'),
      fn.countAll<number>().filterWhere('status', '=', 'manual_resolution').as('unresolved'),
      fn.min('created_at').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
  const toResolve = await tx
    .selectFrom('payment_attempts as attempt')
    .innerJoin('orders', 'orders.id', 'attempt.order_id')
    .select(['orders.id', 'orders.order_number as number'])
    // The same condition as the partial index of payments in doubt.
    .where('attempt.status', 'in', ['committing', 'unknown', 'manual_resolution', 'refund_pending'])
    .where('attempt.status', '=', 'manual_resolution')
    .orderBy('attempt.created_at')
    .limit(TO_RESOLVE)
    .execute()
  return {
    lastPaid: paid?.updated_at,
    lastTurnedDown: down && { status: down.status, at: down.updated_at },
    open: Number(open.open) - Number(open.unresolved),
    unresolved: Number(open.unresolved),
    toResolve,
    oldestOpen: open.oldest,
  }
}
