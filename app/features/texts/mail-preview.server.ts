import type { Kysely } from 'kysely'
import { z } from 'zod'
import { formatDateTime } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { maskParams, samplesOf, shownMail, triedTexts } from '#app/platform/mail/edited-mail.ts'
import type { MailDocument } from '#app/platform/mail/mail-document.ts'
import { mailParams } from '#app/platform/mail/mail-params.ts'
import type { EditedKey } from '#app/platform/mail/mails.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { previewMail, type RenderedMail } from '#app/platform/mail/templates.ts'
import { realParams, recentMails } from './mail-editor.db.server.ts'
import type { Editor } from './save-text.server.ts'

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
