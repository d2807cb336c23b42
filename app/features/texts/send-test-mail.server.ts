import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { MailTemplate } from '#app/platform/mail/mail-params.ts'
import { queueTestMail } from '#app/platform/mail/outbox.server.ts'
import type { Editor } from './save-text.server.ts'

/** Sends a mail as it stands to whoever edits it, with made-up data and a subject that says so. */
export const sendTestMail = (
  { db }: { db: Kysely<DB> },
  { editor, template, recipient }: { editor: Editor; template: MailTemplate; recipient: string },
): Promise<void> =>
  asActor(db, editor, async tx => {
    await queueTestMail(tx, template, recipient)
    await writeAudit(tx, { action: 'test_mail_sent', entity: 'mail_text', entity_id: template, after: { recipient } })
  })
