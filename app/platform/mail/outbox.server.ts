import { type Kysely, sql, type Transaction } from 'kysely'
import { DAY_MS, MINUTE_MS } from '#app/kernel/dates.ts'
import { err, type Result } from '#app/kernel/result.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { MailStatus } from '#app/platform/database/values.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import { accessCode } from '#app/platform/secrets/access-code.server.ts'
import type { Bounce } from './bounce.ts'
import { type MailTemplate, ONE_TIME_SECRETS, type TemplateParams } from './mail-params.ts'
import { MAIL_SAMPLES } from './mail-samples.ts'
import type { MailFailure, MailTransport } from './outgoing-mail.ts'
import { type Shop, shop } from './shop.ts'
import { renderStoredMail, TEST_MARK, type TriedTexts } from './templates.ts'

/** A mail to be sent: one of the templates with its own parameters, and what it is about. */
export type QueuedMail = {
  [Template in MailTemplate]: {
    template: Template
    recipient: string
    params: TemplateParams[Template]
    orderId?: string | undefined
    accessId?: string | undefined
  }
}[MailTemplate]

export type OutboxDeps = {
  db: Kysely<DB>
  transport: MailTransport
  appUrl: string
  log: Log
  /** The seller, when not that of the settings. */
  shop?: Shop | undefined
}

/** How long a worker's claim on mails lasts. Mails of a killed worker become due again afterwards. */
const LEASE_MS = 5 * MINUTE_MS
/** Waits after the first, second … failed attempt. */
const RETRY_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS, DAY_MS / 4] as const
const MAX_ATTEMPTS = RETRY_AFTER_MS.length + 1
const MAX_ERROR = 300

/**
 * Puts a mail into the outbox, within the transaction of the change that causes it (house rule 6). It returns no row,
 * because the writer may not be allowed to read it.
 */
export const queueMail = (tx: Transaction<DB>, mail: QueuedMail): Promise<void> => queueMails(tx, [mail])

/** The same for many mails in one statement; at most 5,000, because a statement has 65,535 parameters. */
export async function queueMails(tx: Transaction<DB>, mails: readonly QueuedMail[]): Promise<void> {
  // Addresses of deleted accounts are placeholders. A refund may still concern their orders, but nobody reads the mail.
  const read = mails.filter(mail => !mail.recipient.endsWith('@cuenta.invalid'))
  if (read.length === 0) return
  await tx
    .insertInto('mails')
    .values(
      read.map(mail => ({
        template: mail.template,
        recipient: mail.recipient,
        params: JSON.stringify(mail.params, storable),
        order_id: mail.orderId ?? null,
        access_id: mail.accessId ?? null,
        // Due at once, however the clocks of this process and the database differ.
        next_attempt_at: new Date(0),
      })),
    )
    .execute()
}

/**
 * Queues a mail with invented parameters and a subject that marks it as a test. @param tried texts that are not saved
 * yet.
 */
export async function queueTestMail(
  tx: Transaction<DB>,
  { template, recipient, tried }: { template: MailTemplate; recipient: string; tried: TriedTexts },
): Promise<void> {
  const params = JSON.stringify({ ...MAIL_SAMPLES[template], [TEST_MARK]: tried }, storable)
  await tx
    .insertInto('mails')
    .values({ template, recipient, params, next_attempt_at: new Date(0) })
    .execute()
}

/** jsonb refuses NUL and lone surrogates. */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value

type ClaimedMail = {
  id: string
  template: string
  recipient: string
  params: unknown
  attempts: number
  created_at: Date
}

/**
 * Sends up to `limit` due mails and records the outcome. At least once: after a crash between sending and recording, a
 * mail is sent again with the same Message-ID.
 * @returns how many mails it claimed, so that the caller continues while there is work.
 * @throws when the database is unavailable; claimed mails are due again when their lease expires.
 */
export async function sendDueMails(deps: OutboxDeps, now: Date, limit = 10): Promise<number> {
  const mails = await claimDueMails(deps.db, now, limit)
  const taken = mails.filter(mail => mail.status === 'sending')
  const settled = await Promise.allSettled(taken.map(async mail => record(deps, mail, await attempt(deps, mail), now)))
  const failed = settled.find(outcome => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return mails.length
}

function claimDueMails(db: Kysely<DB>, now: Date, limit: number): Promise<(ClaimedMail & { status: MailStatus })[]> {
  return asActor(db, SYSTEM, tx =>
    tx
      // A common table expression that locks is evaluated once; as a subquery it could be run again and take more than the limit.
      .with('due', inner =>
        inner
          .selectFrom('mails')
          .select('id')
          .where('next_attempt_at', '<=', now)
          .orderBy('next_attempt_at')
          .orderBy('created_at')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('mails')
      .set({
        status: 'sending',
        attempts: sql`attempts + 1`,
        next_attempt_at: new Date(now.getTime() + LEASE_MS),
      })
      .where('id', 'in', taken => taken.selectFrom('due').select('due.id'))
      // A trigger cancels the queued mails of a revoked access.
      .returning(['id', 'template', 'recipient', 'params', 'attempts', 'created_at', 'status'])
      .execute(),
  )
}

/** The outbox holds codes as the database has them; only the mail itself says what its reader types. */
export const withCode = (params: unknown): unknown =>
  typeof params === 'object' && params !== null && 'codigo_acceso' in params && typeof params.codigo_acceso === 'string'
    ? { ...params, codigo_acceso: accessCode(params.codigo_acceso) }
    : params

type Attempt = { sent: Result<undefined, MailFailure>; subject?: string }

async function attempt(deps: OutboxDeps, mail: ClaimedMail): Promise<Attempt> {
  // Every attempt was claimed and none recorded, so this mail probably crashes the worker.
  if (mail.attempts > MAX_ATTEMPTS) {
    return { sent: err({ code: 'refused', detail: 'The worker ended during every attempt' }) }
  }
  try {
    const seller = { ...(deps.shop ?? shop()), appUrl: deps.appUrl }
    const content = renderStoredMail(mail.template, withCode(mail.params), seller, mail.recipient)
    const sent = await deps.transport.send({
      id: mail.id,
      recipient: mail.recipient,
      ...content,
      replyTo: seller.correo_soporte,
      at: mail.created_at,
    })
    return { sent, subject: content.subject }
  } catch (error) {
    // Retrying does not help: the template or the recipient is wrong.
    return { sent: err({ code: 'refused', detail: error instanceof Error ? error.message : String(error) }) }
  }
}

async function record(deps: OutboxDeps, mail: ClaimedMail, { sent, subject }: Attempt, now: Date) {
  const fields = { mail: mail.id, template: mail.template, attempt: mail.attempts }
  const retryAfter = sent.ok || sent.error.code === 'refused' ? undefined : RETRY_AFTER_MS[mail.attempts - 1]
  const lastError = sent.ok ? null : describe(sent.error.detail)
  const forgotten = retryAfter === undefined && ONE_TIME_SECRETS.includes(mail.template) ? { params: '{}' } : {}
  await asActor(deps.db, SYSTEM, tx =>
    tx
      .updateTable('mails')
      .set({
        ...forgotten,
        ...(subject === undefined ? {} : { subject }),
        status: sent.ok ? 'sent' : retryAfter === undefined ? 'failed' : 'queued',
        sent_at: sent.ok ? now : null,
        next_attempt_at: retryAfter === undefined ? null : new Date(now.getTime() + retryAfter),
        last_error: lastError,
      })
      // Only while this attempt holds the lease; afterwards another worker may have claimed the mail.
      .where('id', '=', mail.id)
      .where('status', '=', 'sending')
      .where('attempts', '=', mail.attempts)
      .execute(),
  )
  if (sent.ok) deps.log.info('mail_sent', fields)
  else if (retryAfter === undefined) deps.log.error('mail_failed', { ...fields, error: lastError })
  else deps.log.warn('mail_delayed', { ...fields, error: lastError, retry_in_seconds: retryAfter / 1000 })
}

/**
 * Records that an accepted mail came back: it failed after all. `unsent`: its sending is not recorded yet, so the report
 * is to be sent again. Reports about a mail that nobody has are ignored, and repeated ones change nothing.
 */
export async function recordBounce(
  db: Kysely<DB>,
  { mailId, reason }: Bounce,
): Promise<'recorded' | 'ignored' | 'unsent'> {
  return asActor(db, SYSTEM, async tx => {
    const mail = await tx.selectFrom('mails').select('status').where('id', '=', mailId).forUpdate().executeTakeFirst()
    if (mail?.status === 'queued' || mail?.status === 'sending') return 'unsent'
    if (mail?.status !== 'sent') return 'ignored'
    await tx
      .updateTable('mails')
      .set({ status: 'failed', sent_at: null, last_error: describe(reason) })
      .where('id', '=', mailId)
      .execute()
    return 'recorded'
  })
}

/** A server's response, shortened and without addresses, which can hold a token or the mail server's password. */
const describe = (detail: string): string => detail.replaceAll(/\w+:\/\/\S+/g, '[address]').slice(0, MAX_ERROR)
