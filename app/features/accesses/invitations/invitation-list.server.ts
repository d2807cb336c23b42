import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { findPaidItem, lockItemOrder, lockSeats, type PaidItem } from '#app/features/accesses/accesses.server.ts'
import { isExpired, JOB_ROLES } from '#app/features/accesses/accesses.ts'
import { type fillForm, storedPeople } from '#app/features/accesses/accesses-schema.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { UploadReader } from '#app/platform/uploads/upload-reader.server.ts'
import { selectedFile } from '#app/platform/uploads/upload-texts.ts'
import { listText, MAX_FILE_BYTES, type PlannedRow } from './invitation-list.ts'
import { TOO_LARGE, unreadListText } from './invitation-list-texts.ts'
import { findDraft, finishDraft, insertDraft, replaceDraft } from './invitations.server.ts'
import { invitePeople, LIST_CHANGED, planConfirmed, planKey, planToday } from './invite-people.server.ts'
import { type ListReading, readAgain, shownReading } from './list-reading.ts'
import { storedSource } from './list-source.ts'
import { READ_LIST, type ReadList, type read } from './read-list.server.ts'

const refuseUpload = (text: string): never => refuse(text, { status: 400 })

/**
 * The people in pasted text or an uploaded file: CSV, text or a workbook, told by its content rather than its name. It is read in the process
 * of uploads. @throws Refusal
 */
export async function readUpload(uploads: UploadReader, form: FormData, owner: string): Promise<ReadList> {
  const pasted = form.get('people')
  const text = typeof pasted === 'string' ? pasted : ''
  const file = selectedFile(form.get('file'))
  if (file && text.trim() !== '') refuseUpload('Pega la lista o elige un archivo, no ambos.')
  if (!file && text.trim() === '') refuseUpload('Pega una lista o elige un archivo.')
  if (file && file.size > MAX_FILE_BYTES) refuseUpload(TOO_LARGE)
  const input = file ? { bytes: new Uint8Array(await file.arrayBuffer()) } : { text }
  const list = await uploads.read<typeof read>(READ_LIST, input, owner)
  return list.ok ? list.value : refuseUpload(unreadListText(list.error))
}

export type ListItem = Pick<PaidItem, 'id' | 'name' | 'mode' | 'seats' | 'used_seats'> & { expired: boolean }

/** The item of a list; undefined for another buyer's. */
export const findListItem = (
  db: Kysely<DB>,
  userId: string,
  itemId: string,
  now: Date,
): Promise<ListItem | undefined> =>
  asActor(db, { kind: 'user', userId }, async tx => {
    const item = await findPaidItem(tx, userId, itemId)
    return item && toListItem(item, now)
  })

const toListItem = ({ id, name, mode, seats, used_seats, expires_at }: PaidItem, now: Date): ListItem => ({
  id,
  name,
  mode,
  seats,
  used_seats,
  expired: isExpired({ expires_at }, now),
})

/** Stores a list for its dry run. @returns its id; undefined for another buyer's item. */
export const storeList = (
  db: Kysely<DB>,
  input: { userId: string; itemId: string } & ReadList,
): Promise<string | undefined> =>
  asActor(db, { kind: 'user', userId: input.userId }, async tx =>
    (await findPaidItem(tx, input.userId, input.itemId)) ? insertDraft(tx, input) : undefined,
  )

/** A stored list: what confirming it would do now, or what it did. */
export type ListPreview = { item: ListItem } & (
  | { confirmed: true; invited: number }
  | {
      confirmed: false
      rows: PlannedRow[]
      invites: number
      key: string
      mailsLeft: number
      reading: ListReading | undefined
    }
)

type Requested = { userId: string; itemId: string; draftId: string; now: Date }

/** The dry run of a list, which changes nothing. Undefined for another buyer's list. */
export const previewList = (db: Kysely<DB>, requested: Requested): Promise<ListPreview | undefined> =>
  asActor(db, { kind: 'user', userId: requested.userId }, async tx => {
    const found = await findPaidItem(tx, requested.userId, requested.itemId)
    const draft = found && (await findDraft(tx, requested))
    if (!draft) return undefined
    const item = toListItem(found, requested.now)
    if (draft.invited !== null) return { item, confirmed: true, invited: draft.invited }
    const { rows, invited, mailsLeft } = await planToday(tx, {
      itemId: found.id,
      free: found.seats - found.used_seats,
      people: storedPeople.parse(draft.rows),
      now: requested.now,
    })
    const reading = shownReading(draft.source)
    return { item, confirmed: false, rows, invites: invited.length, key: planKey(item.id, invited), mailsLeft, reading }
  })

/**
 * Reads the stored file of an unconfirmed list in another way, as a form asks for. Nobody is invited.
 * @returns false where there is no such list @throws Refusal
 */
export const rereadList = (
  db: Kysely<DB>,
  { form, ...requested }: Omit<Requested, 'now'> & { form: Record<string, unknown> },
): Promise<boolean> =>
  asActor(db, { kind: 'user', userId: requested.userId }, async tx => {
    const draft = await findDraft(tx, requested)
    const source = storedSource.safeParse(draft?.source)
    return source.success && replaceDraft(tx, { ...requested, ...readAgain(source.data, form) })
  })

/** Gives a role and an area to the people of an unconfirmed list who lack them. False: there is no such list. */
export const fillList = (
  db: Kysely<DB>,
  { role, area, ...requested }: Omit<Requested, 'now'> & z.infer<typeof fillForm>,
): Promise<boolean> =>
  asActor(db, { kind: 'user', userId: requested.userId }, async tx => {
    const draft = await findDraft(tx, requested)
    if (!draft || draft.confirmed_at) return false
    const people = storedPeople.parse(draft.rows).map(person => ({
      ...person,
      role: person.role.trim() === '' ? JOB_ROLES[role] : person.role,
      area: person.area.trim() === '' ? area : person.area,
    }))
    return replaceDraft(tx, { ...requested, people })
  })

export type Confirmation = Requested & {
  user: Pick<SessionUser, 'id' | 'first_name' | 'last_name' | 'company'>
  key: string
}

/**
 * Invites everybody on a list or nobody: seats, codes, mails and audit in one transaction. Everything is checked again,
 * and nothing happens when other people than those of `key` would be invited. Idempotent, also for concurrent calls.
 * @returns how many people were invited, now or by an earlier confirmation; undefined where there is no such list
 * @throws Refusal
 */
export const confirmList = (db: Kysely<DB>, input: Confirmation): Promise<number | undefined> =>
  asActor(db, { kind: 'user', userId: input.userId }, tx => confirmListed(tx, input))

/**
 * The same in a transaction.
 * @param prepare changes the purchase before, unless the list was confirmed already
 */
export async function confirmListed(
  tx: Transaction<DB>,
  { user, userId, itemId, draftId, key, now }: Confirmation,
  prepare?: () => Promise<void>,
): Promise<number | undefined> {
  await lockSeats(tx, userId, { itemId })
  await lockItemOrder(tx, itemId)
  const found = await findPaidItem(tx, userId, itemId)
  const draft = found && (await findDraft(tx, { userId, itemId, draftId }))
  if (!draft) return undefined
  if (draft.invited !== null) return draft.invited
  await prepare?.()
  const item = prepare ? await findPaidItem(tx, userId, itemId) : found
  if (!item) return undefined
  const { invited, mailsLeft } = await planConfirmed(tx, { item, people: storedPeople.parse(draft.rows), key, now })
  if (invited.length > mailsLeft) refuse('Llegaste al máximo de invitaciones por día. Confirma el resto mañana.')
  if (!(await finishDraft(tx, { userId, draftId, invited: invited.length, now }))) refuse(LIST_CHANGED)
  const buyer = { name: fullName(user), company: item.company_name ?? user.company }
  await invitePeople(tx, { item, inviterId: userId, buyer, people: invited, now })
  return invited.length
}

/** An unconfirmed list as text, to correct and paste again; undefined for another buyer's. */
export const findListText = (db: Kysely<DB>, requested: Omit<Requested, 'now'>): Promise<string | undefined> =>
  asActor(db, { kind: 'user', userId: requested.userId }, async tx => {
    const draft = await findDraft(tx, requested)
    return draft && !draft.confirmed_at ? listText(storedPeople.parse(draft.rows)) : undefined
  })
