import type { Kysely, Transaction } from 'kysely'
import { storableJson } from '#app/kernel/text.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Bounce } from '#app/platform/mail/bounce.ts'
import { mailError } from '#app/platform/mail/mail-error.ts'
import { MAIL_SAMPLES, type StoredParams } from './mail-params.ts'
import type { MailTemplate } from './mails.ts'
import { TEST_MARK, type TriedTexts } from './templates.ts'

/** A mail to be sent: one of the templates with its own parameters, and what it is about. */
export type QueuedMail = {
  [Template in MailTemplate]: {
    template: Template
    recipient: string
    params: StoredParams[Template]
    orderId?: string | undefined
    accessId?: string | undefined
    /** Where something else names the mail. */
    id?: string | undefined
  }
}[MailTemplate]

/**
 * Puts a mail into the outbox, within the transaction of the change that causes it (house rule 6). It returns no row,
 * because the writer may not be allowed to read it. A trigger sends its job to the worker (`send_mail_jobs`).
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
        ...(mail.id !== undefined && { id: mail.id }),
        template: mail.template,
        recipient: mail.recipient,
        params: storableJson(mail.params),
        order_id: mail.orderId ?? null,
        access_id: mail.accessId ?? null,
      })),
    )
    .execute()
}

/** A mail to an existing account, about no order or access, as JSON: for a database function that queues it with other changes in a single call. */
export const mailAsJson = ({ template, recipient, params }: QueuedMail): string =>
  storableJson({ template, recipient, params })

/**
 * Queues a mail with invented parameters and a subject that marks it as a test. @param tried texts that are not saved
 * yet.
 */
export async function queueTestMail(
  tx: Transaction<DB>,
  { template, recipient, tried }: { template: MailTemplate; recipient: string; tried: TriedTexts },
): Promise<void> {
  const params = storableJson({ ...MAIL_SAMPLES[template], [TEST_MARK]: tried })
  await tx.insertInto('mails').values({ template, recipient, params }).execute()
}

/**
 * Records that an accepted mail came back: it failed after all. `unsent`: its sending is not recorded yet, so the report
 * is to be sent again. Reports about a mail that nobody has are ignored, and repeated ones change nothing.
 */
export async function recordBounce(
  db: Kysely<DB>,
  { mailId, reason }: Bounce,
  now: Date,
): Promise<'recorded' | 'ignored' | 'unsent'> {
  return asActor(db, SYSTEM, async tx => {
    const mail = await tx.selectFrom('mails').select('status').where('id', '=', mailId).forUpdate().executeTakeFirst()
    if (mail?.status === 'queued' || mail?.status === 'sending') return 'unsent'
    if (mail?.status !== 'sent') return 'ignored'
    await tx
      .updateTable('mails')
      .set({ status: 'failed', sent_at: null, last_error: mailError(reason), last_failed_at: now })
      .where('id', '=', mailId)
      .execute()
    return 'recorded'
  })
}
