import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { writeAudit, writeAudits } from '#app/features/audit/audit.server.ts'
import { MINUTE_MS } from '#app/kernel/dates.ts'
import type { MailTemplate } from '#app/mails/mails.ts'
import { queueTestMail } from '#app/mails/outbox.server.ts'
import type { TriedTexts } from '#app/mails/templates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { PaymentGateway } from '#app/platform/payments/gateway.ts'
import { requeueMails } from './delivery-state.server.ts'
import { TESTS_AN_HOUR } from './mail-status.ts'
import type { Editor } from './save-text.server.ts'

/**
 * Sends a test mail with invented data to its editor, with the current texts or with unsaved ones.
 * @returns false over the limit of an hour.
 */
export const sendTestMail = (
  { db }: { db: Kysely<DB> },
  input: { editor: Editor; template: MailTemplate; recipient: string; tried?: TriedTexts; now: Date },
): Promise<boolean> =>
  asActor(db, input.editor, async tx => {
    const { editor, template, recipient, tried = {}, now } = input
    await sql`select pg_advisory_xact_lock(hashtextextended(${editor.userId}, 46))`.execute(tx)
    const sent = await tx
      .selectFrom('audit_log')
      .select('id')
      .where('actor_user_id', '=', editor.userId)
      .where('at', '>', new Date(now.getTime() - 60 * MINUTE_MS))
      .where('action', '=', 'test_mail_sent')
      .limit(TESTS_AN_HOUR)
      .execute()
    if (sent.length >= TESTS_AN_HOUR) return false
    await queueTestMail(tx, { template, recipient, tried })
    await writeAudit(tx, { action: 'test_mail_sent', entity: 'mail_text', entity_id: template, after: { recipient } })
    return true
  })

export type GatewayAnswer =
  /** It responded and accepts the shop's keys. */
  | { kind: 'answers'; ms: number }
  /** It responded and refuses the shop's keys. */
  | { kind: 'refused'; ms: number }
  | { kind: 'silent'; ms: number; reason: string }

/**
 * Queries a payment that cannot exist. It moves no money, and the response shows whether address and keys are right.
 */
export async function askGateway(
  gateway: Pick<PaymentGateway, 'query'>,
  clock: () => number = () => performance.now(),
): Promise<GatewayAnswer> {
  const start = clock()
  const answer = await gateway.query(randomBytes(32).toString('hex'))
  const ms = Math.round(clock() - start)
  if (answer.ok || answer.error.code !== 'unavailable') return { kind: 'answers', ms }
  const { reason } = answer.error
  return reason === 'unauthorized' ? { kind: 'refused', ms } : { kind: 'silent', ms, reason }
}

/**
 * Retries failed mails, except those that were sent or retried meanwhile and those that were erased because of their
 * link.
 * @returns how many are tried again.
 */
export const retryMails = (
  { db }: { db: Kysely<DB> },
  { editor, ids }: { editor: Editor; ids: readonly string[] },
): Promise<number> =>
  asActor(db, editor, async tx => {
    const retried = await requeueMails(tx, ids)
    if (retried.length > 0) {
      await writeAudits(
        tx,
        retried.map(id => ({
          action: 'mail_retried',
          entity: 'mail',
          entity_id: id,
          before: { status: 'failed' },
          after: { status: 'queued' },
        })),
      )
    }
    return retried.length
  })
