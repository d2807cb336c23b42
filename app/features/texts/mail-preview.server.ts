import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { formatDateTime } from '#app/kernel/dates.ts'
import { maskParams, samplesOf, shownMail, triedTexts } from '#app/mails/edited-mail.ts'
import type { MailDocument } from '#app/mails/mail-document.ts'
import { mailParams } from '#app/mails/mail-params.ts'
import type { EditedKey, MailTemplate } from '#app/mails/mails.ts'
import { previewMail, type RenderedMail, TEST_MARK } from '#app/mails/templates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { shop } from '#app/platform/mail/shop.ts'
import type { Editor } from './save-text.server.ts'

/** Mails that were really sent, so that a preview shows what a person gets: not tests, nor those whose data are erased. */
const realMails = (tx: Transaction<DB>, template: MailTemplate) =>
  tx
    .selectFrom('mails')
    .where('template', '=', template)
    // As the index says it (db/schema/14-mails.sql).
    .where(sql<boolean>`params <> '{}' and not params ? ${sql.lit(TEST_MARK)}`)

type Recent = { template: MailTemplate; search: string; limit: number }

/** The newest mails of a kind; with a search, of those with words that begin so. For administrators. */
const recentMails = (tx: Transaction<DB>, { template, search, limit }: Recent) =>
  realMails(tx, template)
    .select(['id', 'recipient', 'created_at'])
    .$if(search !== '', mails =>
      mails.where(sql<boolean>`id = any(array(select private.find_mails_of(${template}, ${search}, ${limit})))`),
    )
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

/** A mail's parameters; undefined when it is none of this kind. For administrators. */
async function realParams(tx: Transaction<DB>, template: MailTemplate, id: string): Promise<unknown> {
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

/** Recent mails that a preview can be filled from. */
const READERS = 10

/** Whom a preview can be for: the recipient of a recent mail, or invented data. */
export type Reader = { value: string; label: string }
export type MailPreview = Pick<RenderedMail, 'subject' | 'html' | 'text'>

type Readers = { editor: Editor; key: EditedKey; search?: string }

/** The recipients of the newest mails of this kind, and its invented variants. For administrators. */
export async function listReaders(
  { db }: { db: Kysely<DB> },
  { editor, key, search = '' }: Readers,
): Promise<{ real: Reader[]; invented: Reader[] }> {
  const wanted = { template: shownMail(key), search, limit: READERS }
  const mails = await asActor(db, editor, tx => recentMails(tx, wanted))
  return {
    real: mails.map(({ id, recipient, created_at }) => ({
      value: id,
      label: `${recipient}, ${formatDateTime(created_at)}`,
    })),
    invented: samplesOf(key).map(({ name }, index) => ({ value: `muestra.${index}`, label: name })),
  }
}

type PreviewInput = {
  editor: Editor
  key: EditedKey
  /** Valid for this mail. */
  document: MailDocument
  /** The `value` of a reader; an unknown one is the first invented one. */
  reader: string
  appUrl: string
}

/** A document as its reader would get it, by the renderer of real mails. Codes and links of real people are masked. */
export async function makePreview(
  { db }: { db: Kysely<DB> },
  { editor, key, document, reader, appUrl }: PreviewInput,
): Promise<MailPreview> {
  const template = shownMail(key)
  const real = z.uuid().safeParse(reader).success
    ? await asActor(db, editor, tx => realParams(tx, template, reader))
    : undefined
  const samples = samplesOf(key)
  const sample = samples[Number(/^muestra\.(\d{1,2})$/.exec(reader)?.[1] ?? 0)] ?? samples[0]
  // A mail of an earlier release may lack parameters of this one.
  const known = typeof real === 'object' && real !== null && mailParams[template].safeParse(real).success
  const params = known ? maskParams({ ...real }) : sample?.params
  const { subject, html, text } = previewMail(template, triedTexts(key, document), params, { ...shop(), appUrl })
  return { subject, html, text }
}
