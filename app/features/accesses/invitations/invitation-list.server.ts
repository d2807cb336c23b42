import type { Kysely, Transaction } from 'kysely'
import { findPaidItem, lockItemOrder, lockSeats, type PaidItem } from '#app/features/accesses/accesses.server.ts'
import { isExpired, JOB_ROLES } from '#app/features/accesses/accesses.ts'
import { fillForm, storedPeople } from '#app/features/accesses/accesses-schema.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { firstMessagePerField } from '#app/kit/forms/form-answer.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { UploadReader, UploadFailure as UploadReadFailure } from '#app/platform/uploads/upload-reader.server.ts'
import { selectedFile } from '#app/platform/uploads/upload-texts.ts'
import { type ListFailure, listText, MAX_FILE_BYTES, type PlannedRow } from './invitation-list.ts'
import { findDraft, finishDraft, insertDraft, replaceDraft } from './invitations.server.ts'
import { invitePeople, type PlanToday, planKey, planToday } from './invite-people.server.ts'
import { type ListReading, shownReading } from './list-reading.ts'
import { changedReading, storedSource } from './list-source.ts'
import { READ_LIST, type ReadList, type read } from './read-list.server.ts'

export type UploadFailure = ListFailure | UploadReadFailure | { code: 'both' | 'nothing' | 'too_large' }

/**
 * The people in pasted text or an uploaded file: CSV, text or a workbook, told by its content rather than its name. It is read in the process
 * of uploads.
 */
export async function readUpload(
  uploads: UploadReader,
  form: FormData,
  owner: string,
): Promise<Result<ReadList, UploadFailure>> {
  const pasted = form.get('people')
  const text = typeof pasted === 'string' ? pasted : ''
  const file = selectedFile(form.get('file'))
  if (file && text.trim() !== '') return err({ code: 'both' })
  if (!file)
    return text.trim() === '' ? err({ code: 'nothing' }) : uploads.read<typeof read>(READ_LIST, { text }, owner)
  if (file.size > MAX_FILE_BYTES) return err({ code: 'too_large' })
  return uploads.read<typeof read>(READ_LIST, { bytes: new Uint8Array(await file.arrayBuffer()) }, owner)
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
    const { rows, invited, mailsLeft } = await planOf(tx, requested, found, draft.rows)
    const reading = shownReading(draft.source)
    return { item, confirmed: false, rows, invites: invited.length, key: planKey(item.id, invited), mailsLeft, reading }
  })

/** Reads the stored file of an unconfirmed list in another way, as a form asks for. Nobody is invited. */
export const rereadList = (
  db: Kysely<DB>,
  { form, ...requested }: Omit<Requested, 'now'> & { form: Record<string, unknown> },
): Promise<Result<undefined, ListFailure | { code: 'list_not_found' }>> =>
  asActor(db, { kind: 'user', userId: requested.userId }, async tx => {
    const draft = await findDraft(tx, requested)
    const source = storedSource.safeParse(draft?.source)
    if (!draft || !source.success) return err({ code: 'list_not_found' })
    const read = changedReading(source.data, form)
    if (!read.ok) return read
    return (await replaceDraft(tx, { ...requested, ...read.value })) ? ok(undefined) : err({ code: 'list_not_found' })
  })

export type FillFailure = { code: 'list_not_found' } | { code: 'invalid'; errors: Partial<Record<string, string>> }

/** Gives a role and an area to the people of an unconfirmed list who lack them. */
export const fillList = (
  db: Kysely<DB>,
  { form, ...requested }: Omit<Requested, 'now'> & { form: Record<string, unknown> },
): Promise<Result<undefined, FillFailure>> =>
  asActor(db, { kind: 'user', userId: requested.userId }, async tx => {
    const draft = await findDraft(tx, requested)
    if (!draft || draft.confirmed_at) return err({ code: 'list_not_found' })
    const given = fillForm.safeParse(form)
    if (!given.success) return err({ code: 'invalid', errors: firstMessagePerField(given.error) })
    const role = JOB_ROLES[given.data.role]
    const people = storedPeople.parse(draft.rows).map(person => ({
      ...person,
      role: person.role.trim() === '' ? role : person.role,
      area: person.area.trim() === '' ? given.data.area : person.area,
    }))
    return (await replaceDraft(tx, { ...requested, people })) ? ok(undefined) : err({ code: 'list_not_found' })
  })

const planOf = (tx: Transaction<DB>, { now }: Requested, item: PaidItem, rows: unknown): Promise<PlanToday> =>
  planToday(tx, {
    itemId: item.id,
    free: item.seats - item.used_seats,
    people: storedPeople.parse(rows),
    now,
  })

export type ConfirmFailure = { code: 'list_not_found' | 'changed' | 'nobody' | 'expired' | 'too_many_mails' }

type Confirmation = Requested & { user: Pick<SessionUser, 'id' | 'first_name' | 'last_name' | 'company'>; key: string }

/**
 * Invites everybody on a list or nobody: seats, codes, mails and audit in one transaction. Everything is checked again,
 * and nothing happens (`changed`) when other people than those of `key` would be invited. Idempotent, also for
 * concurrent calls.
 * @returns how many people were invited, now or by an earlier confirmation.
 */
export const confirmList = (
  db: Kysely<DB>,
  input: Confirmation,
): Promise<Result<{ invited: number }, ConfirmFailure>> =>
  asActor(db, { kind: 'user', userId: input.userId }, async tx => {
    const { user, userId, now } = input
    await lockSeats(tx, userId, input)
    await lockItemOrder(tx, input.itemId)
    const item = await findPaidItem(tx, userId, input.itemId)
    const draft = item && (await findDraft(tx, input))
    if (!draft) return err({ code: 'list_not_found' })
    if (draft.invited !== null) return ok({ invited: draft.invited })
    if (isExpired(item, now)) return err({ code: 'expired' })
    const { invited, mailsLeft } = await planOf(tx, input, item, draft.rows)
    if (planKey(item.id, invited) !== input.key) return err({ code: 'changed' })
    if (invited.length === 0) return err({ code: 'nobody' })
    if (invited.length > mailsLeft) return err({ code: 'too_many_mails' })
    if (!(await finishDraft(tx, { userId, draftId: input.draftId, invited: invited.length, now }))) {
      return err({ code: 'changed' })
    }
    const buyer = { name: fullName(user), company: item.company_name ?? user.company }
    await invitePeople(tx, { item, inviterId: userId, buyer, people: invited, now })
    return ok({ invited: invited.length })
  })

/** An unconfirmed list as text, to correct and paste again; undefined for another buyer's. */
export const findListText = (db: Kysely<DB>, requested: Omit<Requested, 'now'>): Promise<string | undefined> =>
  asActor(db, { kind: 'user', userId: requested.userId }, async tx => {
    const draft = await findDraft(tx, requested)
    return draft && !draft.confirmed_at ? listText(storedPeople.parse(draft.rows)) : undefined
  })
