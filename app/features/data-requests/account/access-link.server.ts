import { type Kysely, sql } from 'kysely'
import { MINUTE_MS } from '#app/kernel/dates.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { type Actor, asActor, SYSTEM, VISITOR } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { networkOf } from '#app/platform/http/request-context.server.ts'
import { isToken, newToken, tokenCookie } from '#app/platform/http/token-cookie.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { DATA_PATH } from './personal-data.ts'

/** Minutes in which a link works, and in which the page that it opens stays open. */
export const LINK_MINUTES = 30
const SESSION_MINUTES = 60

/** The cookie of the session that a link opens. */
export const dataCookie = tokenCookie('alhena_datos', { seconds: SESSION_MINUTES * 60 })

const later = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS)

/**
 * Mails a one-time link to a mailbox (template `data_access_link`), at most three an hour, and thirty an hour for a
 * network. Mailboxes that the shop knows nothing of get one too, so neither the answer nor the work tells them apart.
 */
export async function requestDataAccess(
  db: Kysely<DB>,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<void> {
  const token = newToken()
  await asActor(db, SYSTEM, async tx => {
    const { rows } = await sql<{ is_new: boolean }>`select private.request_data_access(
      ${email}, ${networkOf(address)}, ${digestOf(token)}, ${later(now, LINK_MINUTES)}, ${now}) as is_new`.execute(tx)
    if (!rows[0]?.is_new) return
    await queueMail(tx, {
      template: 'data_access_link',
      recipient: email,
      params: { minutos_vigencia: String(LINK_MINUTES), enlace_mis_datos: `${DATA_PATH}?token=${token}` },
    })
  })
}

/** Uses a link, once. @returns the token of the browser's session; undefined for a link that was used, expired or never was */
export async function openDataAccess(db: Kysely<DB>, link: string, now: Date): Promise<string | undefined> {
  if (!isToken(link)) return undefined
  const token = newToken()
  const email = await asActor(db, VISITOR, async tx => {
    const { rows } = await sql<{ email: string | null }>`select private.open_data_access(
      ${digestOf(link)}, ${digestOf(token)}, ${later(now, SESSION_MINUTES)}, ${now}) as email`.execute(tx)
    return rows[0]?.email ?? null
  })
  return email === null ? undefined : token
}

/** Ends the browser's session. */
export const closeDataAccess = (db: Kysely<DB>, actor: Actor, now: Date): Promise<unknown> =>
  asActor(db, actor, tx => sql`select private.close_data_access(${now})`.execute(tx))

/** The session of a request, if its cookie is well-formed; the database decides whether it is valid. */
export function readDataSubject(
  request: Request,
  appUrl: string,
): Extract<Actor, { kind: 'data_subject' }> | undefined {
  const token = dataCookie.read(request, appUrl)
  return token === undefined ? undefined : { kind: 'data_subject', sessionHash: digestOf(token) }
}
