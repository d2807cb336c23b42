import { type Kysely, sql } from 'kysely'
import { err, type Result } from '#app/kernel/result.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { MAIL_ATTEMPTS } from '#app/platform/jobs/queues.ts'
import type { JobOutcome, TakenJob } from '#app/platform/jobs/worker.server.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import { mailError } from '#app/platform/mail/mail-error.ts'
import type { MailFailure, MailTransport } from '#app/platform/mail/outgoing-mail.ts'
import { type Shop, shop } from '#app/platform/mail/shop.ts'
import { accessCode } from '#app/platform/secrets/access-code.server.ts'
import { inSpan } from '#app/platform/tracing/tracing.ts'
import { isSecret, type LateData } from './mail-params.ts'
import { renderStoredMail, TEST_MARK } from './templates.ts'

export type SendDeps = {
  db: Kysely<DB>
  transport: MailTransport
  appUrl: string
  log: Log
  /** Without it, mails with such data are refused. */
  late?: Partial<LateData> | undefined
  /** The seller, when not that of the settings. */
  shop?: Shop | undefined
}

/** The data of a job of the queue `mail`, as the database's trigger writes it. */
const mailOf = ({ data }: TakenJob): string =>
  typeof data === 'object' && data !== null && 'id' in data ? String(data.id) : ''

/**
 * Sends the mails of these jobs at once and records each outcome. At least once: after a crash between sending and
 * recording, a mail is sent again with the same Message-ID. Mails that were sent, cancelled or deleted meanwhile are done.
 * @throws when the database is unavailable at the start; the jobs are tried again.
 */
export async function sendMails(deps: SendDeps, jobs: readonly TakenJob[], now: Date): Promise<JobOutcome[]> {
  const claimed = new Map((await claim(deps.db, jobs.map(mailOf))).map(mail => [mail.id, mail]))
  return Promise.all(
    jobs.map(async (job): Promise<JobOutcome> => {
      const mail = claimed.get(mailOf(job))
      if (mail?.status !== 'sending') return { id: job.id, status: 'completed' }
      try {
        return { id: job.id, ...(await record(deps, mail, await attempt(deps, mail), now)) }
      } catch (error) {
        // The outcome is unknown to the database: another attempt, with the same Message-ID.
        return { id: job.id, status: 'failed', error: String(error) }
      }
    }),
  )
}

type ClaimedMail = Awaited<ReturnType<typeof claim>>[number]

const claim = (db: Kysely<DB>, ids: readonly string[]) =>
  asActor(db, SYSTEM, tx =>
    tx
      .updateTable('mails')
      .set({ status: 'sending', attempts: sql`attempts + 1` })
      .where('id', 'in', ids)
      .where('status', 'in', ['queued', 'sending'])
      // A trigger cancels the queued mails of a revoked access.
      .returning(['id', 'template', 'recipient', 'params', 'attempts', 'created_at', 'status', 'access_id'])
      .execute(),
  )

/** The outbox holds codes as the database has them; only the mail itself says what its reader types. */
export const withCode = (params: unknown): unknown =>
  typeof params === 'object' && params !== null && 'codigo_acceso' in params && typeof params.codigo_acceso === 'string'
    ? { ...params, codigo_acceso: accessCode(params.codigo_acceso) }
    : params

/** The parameters with those that no row has. Undefined: there is nothing to tell any more. @throws where they can't be read */
async function completeParams(
  { late = {} }: SendDeps,
  { id, template, recipient, params, access_id: accessId }: ClaimedMail,
) {
  const isTest = typeof params === 'object' && params !== null && TEST_MARK in params
  const read = Object.entries(late).find(([name]) => name === template)?.[1]
  if (!read || isTest) return withCode(params)
  const known = await read({ id, recipient, accessId })
  return known && { ...(params as object), ...known }
}

type Attempt = { sent: Result<undefined, MailFailure>; subject?: string }

async function attempt(deps: SendDeps, mail: ClaimedMail): Promise<Attempt> {
  // Every attempt was claimed and none recorded, so this mail probably crashes the worker.
  if (mail.attempts > MAIL_ATTEMPTS) {
    return { sent: err({ code: 'refused', detail: 'The worker ended during every attempt' }) }
  }
  const params = await completeParams(deps, mail)
  if (params === undefined) return { sent: err({ code: 'refused', detail: 'There is nothing to tell any more' }) }
  try {
    const seller = { ...(deps.shop ?? shop()), appUrl: deps.appUrl }
    const content = renderStoredMail(mail.template, params, seller, mail.recipient)
    const sent = await inSpan('send mail', { kind: 'client' }, () =>
      deps.transport.send({
        id: mail.id,
        recipient: mail.recipient,
        ...content,
        replyTo: seller.correo_soporte,
        at: mail.created_at,
      }),
    )
    return { sent, subject: content.subject }
  } catch (error) {
    // Retrying does not help: the template or the recipient is wrong.
    return { sent: err({ code: 'refused', detail: error instanceof Error ? error.message : String(error) }) }
  }
}

async function record(
  deps: SendDeps,
  mail: ClaimedMail,
  { sent, subject }: Attempt,
  now: Date,
): Promise<Omit<JobOutcome, 'id'>> {
  const fields = { mail: mail.id, template: mail.template, attempt: mail.attempts }
  const isDelayed = !sent.ok && sent.error.code === 'unavailable' && mail.attempts < MAIL_ATTEMPTS
  const lastError = sent.ok ? null : mailError(sent.error.detail)
  await asActor(deps.db, SYSTEM, tx =>
    tx
      .updateTable('mails')
      .set({
        ...(!isDelayed && isSecret(mail.template) ? { params: '{}' } : {}),
        ...(subject === undefined ? {} : { subject }),
        status: sent.ok ? 'sent' : isDelayed ? 'queued' : 'failed',
        sent_at: sent.ok ? now : null,
        last_error: lastError,
        ...(lastError !== null && { last_failed_at: now }),
      })
      // Only while this attempt is the last; the mail of a worker that was taken for dead may have been claimed again.
      .where('id', '=', mail.id)
      .where('status', '=', 'sending')
      .where('attempts', '=', mail.attempts)
      .execute(),
  )
  if (sent.ok) deps.log.info('mail_sent', fields)
  else if (isDelayed) deps.log.warn('mail_delayed', { ...fields, error: lastError })
  else deps.log.error('mail_failed', { ...fields, error: lastError })
  if (sent.ok) return { status: 'completed' }
  return { status: isDelayed ? 'failed' : 'deadletter', error: sent.error.detail }
}
