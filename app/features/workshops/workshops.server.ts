import { sql, type Transaction } from 'kysely'
import { fullName } from '#app/features/identity/identity.ts'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { AccessStatus } from '#app/platform/database/values.ts'
import { type CertificateIssuer, issuerThen } from '#app/platform/mail/shop.ts'
import type { WorkshopSession } from './workshops.ts'

const SESSION = ['starts_at', 'minutes', 'place', 'link', 'notes', 'cancelled_at', 'revision', 'updated_at'] as const

/** The session of an item, as far as the transaction's actor may see it. */
export const findSession = (tx: Transaction<DB>, itemId: string): Promise<WorkshopSession | undefined> =>
  tx.selectFrom('workshop_sessions').select(SESSION).where('order_item_id', '=', itemId).executeTakeFirst()

/** The public data of a certificate. The day is a calendar day, such as `2026-12-03`. */
type Certified = {
  full_name: string
  workshop: string
  held_on: string
  /** How long the workshop was; null when it was not stored. */
  minutes: number | null
}

export type Certificate = Certified & {
  code: string
  /** Who certified and signed it. */
  issuer: CertificateIssuer
  /** Its text; null when none was stored. */
  text: string | null
}

/** The certificate of an access. */
export async function findCertificate(tx: Transaction<DB>, accessId: string): Promise<Certificate | undefined> {
  const row = await tx
    .selectFrom('workshop_certificates')
    .select(['code', 'full_name', 'workshop', 'minutes', 'seller', 'text', sql<string>`held_on::text`.as('held_on')])
    .where('access_id', '=', accessId)
    .executeTakeFirst()
  if (!row) return undefined
  const { seller, ...certificate } = row
  return { ...certificate, issuer: issuerThen(seller) }
}

/** The lessons that a participant has done, by their keys. */
export async function findLessonsDone(tx: Transaction<DB>, accessId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.selectFrom('workshop_lessons').select('lesson').where('access_id', '=', accessId).execute()
  return new Set(rows.map(({ lesson }) => lesson))
}

/** What anybody with the code may see. */
export async function verifyCode(tx: Transaction<DB>, code: string): Promise<Certified | undefined> {
  const { rows } = await sql<Certified>`
    select full_name, workshop, held_on::text as held_on, minutes from verify_certificate(${code})`.execute(tx)
  return rows[0]
}

/**
 * The workshop that an access is for. A respondent may not read orders or products' sales, so this runs as the system,
 * and only for an access that the caller has verified. Undefined: no workshop, or its order is not paid any more.
 */
export const findWorkshopOfAccess = (tx: Transaction<DB>, accessId: string) =>
  workshopItems(tx)
    .innerJoin('user_accesses as access', 'access.order_item_id', 'item.id')
    .select([
      'product.description_short',
      'product.format',
      'product.duration_min',
      'product.duration_max',
      'item.total_seats as seats',
      'item.used_seats',
    ])
    .where('access.id', '=', accessId)
    .where('access.status', '<>', 'revoked')
    .executeTakeFirst()

const workshopItems = (tx: Transaction<DB>) =>
  tx
    .selectFrom('order_items as item')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .select(['item.id as item_id', 'order.order_number', 'product.id as product_id', 'product.slug', 'product.name'])
    .where('product.type', '=', 'workshop')
    // Seats added to another item: their people are listed there.
    .where('item.tops_up_item_id', 'is', null)
    .where('order.status', '=', 'paid')
    .where('item.deleted_at', 'is', null)

/** A workshop that somebody bought, for its session's page in the back office. */
export async function findWorkshopItem(tx: Transaction<DB>, itemId: string) {
  const row = await workshopItems(tx)
    .innerJoin('profiles as buyer', 'buyer.id', 'item.user_id')
    .select([
      'item.total_seats as seats',
      'item.used_seats',
      'buyer.first_name',
      'buyer.last_name',
      'product.duration_min',
    ])
    .select(({ fn }) => [
      fn.coalesce('order.company_name', 'buyer.company').as('company'),
      fn.coalesce('product.duration_max', 'product.duration_min').as('duration_max'),
    ])
    .where('item.id', '=', itemId)
    .executeTakeFirst()
  if (!row) return undefined
  const { first_name, last_name, ...item } = row
  return { ...item, client: fullName({ first_name, last_name }) }
}

/** A participant of an item's workshop. */
export type Attendee = {
  id: string
  email: string
  name: string
  first_name: string
  status: AccessStatus
  own: boolean
  access_code: string
  expires_at: Date
  completed_at: Date | null
  certificate: string | null
  /** How many lessons of a workshop at one's own pace this person has done. */
  lessons_done: number
}

/** Everybody who has a seat of an item, in the order of the invitations. */
export async function findAttendees(tx: Transaction<DB>, itemId: string): Promise<Attendee[]> {
  const rows = await tx
    .selectFrom('user_accesses as access')
    .leftJoin('workshop_certificates as certificate', 'certificate.access_id', 'access.id')
    .select([
      'access.id',
      'access.email',
      'access.status',
      'access.invited_by_user_id',
      'access.access_code',
      'access.expires_at',
      'access.completed_at',
      'certificate.code as certificate',
    ])
    .select(({ fn, selectFrom }) => [
      selectFrom('workshop_lessons as lesson')
        .select(counted => counted.fn.countAll<number>().as('done'))
        .whereRef('lesson.access_id', '=', 'access.id')
        .as('lessons_done'),
      fn.coalesce('access.first_name', sql<string>`''`).as('first_name'),
      fn.coalesce('access.invitee_name', sql<string>`concat_ws(' ', access.first_name, access.last_name)`).as('name'),
    ])
    .where('access.order_item_id', '=', itemId)
    .where('access.status', '<>', 'revoked')
    .orderBy('access.invited_by_user_id', order => order.asc().nullsFirst())
    .orderBy('access.created_at')
    .orderBy('access.id')
    .execute()
  return rows.map(({ invited_by_user_id, lessons_done, ...row }) => ({
    ...row,
    lessons_done: lessons_done ?? 0,
    own: invited_by_user_id === null,
  }))
}

export type SessionFields = Pick<WorkshopSession, 'starts_at' | 'minutes' | 'place' | 'link' | 'notes'>

/** Sets the first session of an item. Undefined: somebody else has, at this moment. */
export const insertSession = (tx: Transaction<DB>, itemId: string, fields: SessionFields) =>
  tx
    .insertInto('workshop_sessions')
    .values({ order_item_id: itemId, ...fields })
    .onConflict(conflict => conflict.column('order_item_id').doNothing())
    .returning(SESSION)
    .executeTakeFirst()

/** Changes the session that was on the screen. Undefined: it has changed since. */
export const updateSession = (
  tx: Transaction<DB>,
  itemId: string,
  revision: number,
  fields: Partial<SessionFields> & { cancelled_at: Date | null },
) =>
  tx
    .updateTable('workshop_sessions')
    .set(fields)
    .where('order_item_id', '=', itemId)
    .where('revision', '=', revision)
    .returning(SESSION)
    .executeTakeFirst()

export type Confirmed = {
  access_id: string
  email: string
  first_name: string | null
  own: boolean
  code: string
  held_at: Date
}

/** Completes the accesses of the attendees; none when the workshop has not been held. */
export async function confirmAttendance(
  tx: Transaction<DB>,
  input: {
    itemId: string
    accessIds: readonly string[]
    ownPace: boolean
    issuer: CertificateIssuer
    text: string
    now: Date
  },
): Promise<Confirmed[]> {
  const { itemId, accessIds, ownPace, issuer, text, now } = input
  const { rows } = await sql<Confirmed>`
    select access_id, email, first_name, own, code, held_at
    from private.confirm_attendance(${itemId}::uuid, ${[...accessIds]}::uuid[], ${ownPace}, ${now},
      ${storableJson(issuer)}::jsonb, ${text})`.execute(tx)
  return rows
}

/** What came of a mark: nothing of it where the access has ended or was completed before. */
export type MarkedLesson = {
  ended: boolean
  completed: boolean
  /** How many lessons are done now. */
  done: number
  /** The certificate, where this was the last lesson. */
  certified: Confirmed | undefined
}

/** Marks a lesson of the transaction's actor. Undefined for whoever takes no part, or once the order is not paid any more. */
export async function markLessonDone(
  tx: Transaction<DB>,
  input: {
    accessId: string
    lesson: string
    isDone: boolean
    /** All lessons of the workshop. */
    lessons: readonly string[]
    issuer: CertificateIssuer
    text: string
    now: Date
  },
): Promise<MarkedLesson | undefined> {
  const { accessId, lesson, isDone, lessons, issuer, text, now } = input
  const { rows } = await sql<Omit<MarkedLesson, 'certified'> & { certified: StoredConfirmed | null }>`
    select ended, completed, done, certified
    from private.mark_lesson(${accessId}::uuid, ${lesson}, ${isDone}, ${[...lessons]}::text[], ${now},
      ${storableJson(issuer)}::jsonb, ${text})`.execute(tx)
  const [marked] = rows
  if (!marked) return undefined
  const { certified, ...state } = marked
  return { ...state, certified: certified ? { ...certified, held_at: new Date(certified.held_at) } : undefined }
}

/** As JSON has it. */
type StoredConfirmed = Omit<Confirmed, 'held_at'> & { held_at: string }
