import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { openDataAccess, requestDataAccess } from './access-link.server.ts'
import type { DataSubject } from './personal-data.server.ts'

type Mail = { template: string; params: Record<string, string> }

/** The mails of a mailbox, oldest first. */
export async function mailsTo({ ownerPool }: TestDatabase, email: string): Promise<Mail[]> {
  const { rows } = await ownerPool.query<Mail>(
    'select template, params from mails where recipient = $1 order by created_at, id',
    [email],
  )
  return rows
}

/** The token of the newest link that a mailbox got. */
export async function linkTo(database: TestDatabase, email: string): Promise<string> {
  const mails = await mailsTo(database, email)
  const sent = mails.findLast(({ template }) => template === 'data_access_link')
  const path = sent?.params.enlace_mis_datos ?? ''
  return new URL(path, 'http://tienda.example').searchParams.get('token') ?? ''
}

/** Somebody who came by the link to the own mailbox. */
export async function openSubject(database: TestDatabase, email: string, now = new Date()): Promise<DataSubject> {
  await requestDataAccess(database.db, { email, address: '192.0.2.7', now })
  const token = await openDataAccess(database.db, await linkTo(database, email), now)
  if (token === undefined) throw new Error('The link did not open')
  // Three links an hour for a mailbox: tests open more.
  await forgetLinks(database.ownerPool, token)
  return { kind: 'data_subject', sessionHash: digestOf(token) }
}

const forgetLinks = (pool: TestDatabase['ownerPool'], token: string) =>
  pool.query(
    "update private.data_access_links set created_at = created_at - interval '2 hours' where session_hash = $1",
    [digestOf(token)],
  )
