import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { MailTemplate } from '#app/platform/mail/mail-params.ts'
import { queueTestMail } from '#app/platform/mail/outbox.server.ts'
import type { TriedWords } from '#app/platform/mail/templates.ts'
import type { Editor } from './save-text.server.ts'

/** Sends a mail to whoever edits it, with made-up data and a subject that says so: as it stands, or in words that are tried. */
export const sendTestMail = (
  { db }: { db: Kysely<DB> },
  given: { editor: Editor; template: MailTemplate; recipient: string; tried?: TriedWords },
): Promise<void> =>
  asActor(db, given.editor, async tx => {
    const { template, recipient, tried = {} } = given
    await queueTestMail(tx, { template, recipient, tried })
    await writeAudit(tx, { action: 'test_mail_sent', entity: 'mail_text', entity_id: template, after: { recipient } })
  })
