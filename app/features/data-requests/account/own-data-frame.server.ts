import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { actionText } from '#app/features/audit/audit-texts.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { mailName } from '#app/mails/mails.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { contentDisposition } from '#app/platform/http/attachment.ts'
import { sellerNow, shop } from '#app/platform/mail/shop.ts'
import { pdfAnswer } from '#app/platform/pdf/pdf-answer.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { recordAccess } from './own-rights.server.ts'
import { type DataSubject, ownPersonalData, type WordedAnswer, wordedAnswers } from './personal-data.server.ts'
import type { PersonalData } from './personal-data.ts'
import { personalDataDocument } from './personal-data-document.ts'

export type OwnData = {
  data: PersonalData
  /** By the id of the access. */
  answers: Readonly<Record<string, readonly WordedAnswer[]>>
}

/** The actor's own data with the answers in words; looking or downloading is recorded as a request that was carried out. */
export async function findOwnData(
  db: Kysely<DB>,
  actor: DataSubject,
  way: Parameters<typeof recordAccess>[1],
  now: Date,
): Promise<OwnData | undefined> {
  const data = await asActor(db, actor, async tx => {
    const known = await ownPersonalData(tx)
    if (known) await recordAccess(tx, way, now)
    return known && ownPersonalData(tx)
  })
  if (!data) return undefined
  const worded = await Promise.all(
    data.accesses.map(async access => [access.id, await wordedAnswers(db, access)] as const),
  )
  return { data, answers: Object.fromEntries(worded) }
}

/** The fields of the page's forms that are shown again for correction. */
export const OWN_DATA_FIELDS = [
  'access_id',
  'first_name',
  'last_name',
  'department',
  'job_role',
  'details',
  'kind',
  'word',
] as const

/** Names of the mails and of the log's actions in somebody's data, by their codes. */
export const namesIn = ({ data }: OwnData): Record<string, string> =>
  Object.fromEntries([
    ...data.mails.map(({ template }) => [template, mailName(template)] as const),
    ...data.log.map(({ action }) => [action, actionText(action)] as const),
  ])

/** Everything that is kept about the actor, as a file: `json` for machines, `pdf` to read. Undefined: nobody proved a mailbox. */
export async function ownDataFile(
  { db, pdf, log, now }: Pick<Services, 'db' | 'pdf' | 'log' | 'now'>,
  actor: DataSubject,
  format: 'json' | 'pdf',
): Promise<Response | undefined> {
  const at = now()
  const own = await findOwnData(db, actor, format, at)
  if (!own) return undefined
  const name = `datos-personales-${dayOf(at)}`
  if (format === 'json') {
    return new Response(JSON.stringify({ ...own.data, answers_in_words: own.answers, copied_at: at }, null, 2), {
      headers: {
        'Cache-Control': 'private, no-store',
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': contentDisposition(name, 'json'),
      },
    })
  }
  const document = personalDataDocument({
    data: own.data,
    answers: new Map(Object.entries(own.answers)),
    actionText,
    mailText: mailName,
    seller: sellerNow(),
    brand: shop().nombre_plataforma,
    now: at,
  })
  // The renderer's queue counts by person.
  const owner = createHash('sha256').update(own.data.email).digest('hex')
  return pdfAnswer(await pdf.render(document, owner), { name, log, about: { document: 'personal-data' } })
}
