import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { MailTemplate } from '#app/platform/mail/mails.ts'
import { TEST_MARK } from '#app/platform/mail/templates.ts'

/** Mails that were really sent, so that a preview shows what a person gets: not tests, nor those whose data are erased. */
const realMails = (tx: Transaction<DB>, template: MailTemplate) =>
  tx
    .selectFrom('mails')
    .where('template', '=', template)
    // As the index says it (db/schema/14-mails.sql).
    .where(sql<boolean>`params <> '{}' and not params ? ${sql.lit(TEST_MARK)}`)

type Recent = { template: MailTemplate; search: string; limit: number }

/** The newest mails of a kind; with a search, of those with words that begin so. For administrators. */
export const recentMails = (tx: Transaction<DB>, { template, search, limit }: Recent) =>
  realMails(tx, template)
    .select(['id', 'recipient', 'created_at'])
    .$if(search !== '', mails =>
      mails.where(sql<boolean>`id = any(array(select private.find_mails_of(${template}, ${search}, ${limit})))`),
    )
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

/** A mail's parameters; undefined when it is none of this kind. For administrators. */
export async function realParams(tx: Transaction<DB>, template: MailTemplate, id: string): Promise<unknown> {
  const row = await realMails(tx, template).select('params').where('id', '=', id).executeTakeFirst()
  return row?.params
}

/** Changes of a mail's texts in the audit log, which keeps each published version whole. */
const changesOfMail = (tx: Transaction<DB>, key: string) =>
  tx
    .selectFrom('audit_log as entry')
    .leftJoin('profiles as actor', 'actor.id', 'entry.actor_user_id')
    .select(['entry.id', 'entry.at', 'entry.before', 'entry.after', 'actor.email as by'])
    // As the index says it (db/schema/18-audit.sql).
    .where(sql<boolean>`entry.entity = 'mail_text' and entry.action in ('text_changed', 'text_restored')`)
    .where('entry.entity_id', '=', key)

/** The newest versions of a mail; `after` is null for the release's text. For administrators. */
export const mailVersions = (tx: Transaction<DB>, key: string, limit: number) =>
  changesOfMail(tx, key).orderBy('entry.id', 'desc').limit(limit).execute()

/** One version of a mail. For administrators. */
export const mailVersion = (tx: Transaction<DB>, key: string, id: number) =>
  changesOfMail(tx, key).where('entry.id', '=', id).executeTakeFirst()
