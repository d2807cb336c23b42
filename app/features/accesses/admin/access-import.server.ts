import type { Kysely } from 'kysely'
import { findPaidItem, lockItemOrder, lockSeats } from '#app/features/accesses/accesses.server.ts'
import { isExpired } from '#app/features/accesses/accesses.ts'
import { storedPeople } from '#app/features/accesses/accesses-schema.server.ts'
import type { OpenItem } from '#app/features/accesses/admin-access.ts'
import { type ListFailure, listText, type PlannedRow } from '#app/features/accesses/invitations/invitation-list.ts'
import { invitePeople, planKey, planToday } from '#app/features/accesses/invitations/invite-people.server.ts'
import { type ListReading, shownReading } from '#app/features/accesses/invitations/list-reading.ts'
import { changedReading, storedSource } from '#app/features/accesses/invitations/list-source.ts'
import type { ReadList } from '#app/features/accesses/invitations/read-list.server.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import {
  findImport,
  findOpenItem,
  finishImport,
  insertImport,
  listOpenItems,
  peopleOfAccesses,
  replaceImport,
  setImportItem,
} from './access-imports.server.ts'
import type { AdminActor } from './manage-access.server.ts'

/** Stores people for their dry run; the item can be selected later. @returns the list's id. */
export const storeImport = (
  db: Kysely<DB>,
  { actor, ...input }: { actor: AdminActor; itemId: string | undefined } & ReadList,
): Promise<string> =>
  asActor(db, actor, async tx => {
    const item = input.itemId === undefined ? undefined : await findOpenItem(tx, input.itemId)
    return insertImport(tx, { ...input, createdBy: actor.userId, itemId: item?.id })
  })

/** Stores the people of the ticked accesses as a list for another item. Undefined: there are none. */
export const importOfAccesses = (
  db: Kysely<DB>,
  { actor, ids }: { actor: AdminActor; ids: readonly string[] },
): Promise<string | undefined> =>
  asActor(db, actor, async tx => {
    const people = await peopleOfAccesses(tx, ids)
    return people.length === 0 ? undefined : insertImport(tx, { createdBy: actor.userId, itemId: undefined, people })
  })

/** The initial data of a list's form: its item, and an unconfirmed list as text to correct and paste again. */
export const findImportSource = (
  db: Kysely<DB>,
  input: { actor: AdminActor; itemId: string | undefined; importId: string | undefined },
): Promise<{ item: OpenItem | undefined; people: string }> =>
  asActor(db, input.actor, async tx => {
    const item = input.itemId === undefined ? undefined : await findOpenItem(tx, input.itemId)
    const list = input.importId === undefined ? undefined : await findImport(tx, input.importId)
    const people = list && !list.confirmed_at ? storedPeople.parse(list.rows) : []
    return { item, people: people.length === 0 ? '' : listText(people) }
  })

/** A stored list: its possible items, what confirming it would do now, or what it did. */
export type ImportPreview = { people: number; reading: ListReading | undefined } & (
  | { step: 'choose'; items: OpenItem[] }
  | { step: 'review'; item: OpenItem; rows: PlannedRow[]; invites: number; key: string; expired: boolean }
  | { step: 'done'; item: OpenItem; invited: number }
)

type Requested = { actor: AdminActor; importId: string; now: Date }

/** The dry run of a list, which changes nothing. Undefined for another administrator's list. */
export const previewImport = (
  db: Kysely<DB>,
  { actor, importId, search, now }: Requested & { search: string },
): Promise<ImportPreview | undefined> =>
  asActor(db, actor, async tx => {
    const list = await findImport(tx, importId)
    if (!list) return undefined
    const item = list.order_item_id === null ? undefined : await findOpenItem(tx, list.order_item_id)
    const people = storedPeople.parse(list.rows)
    const reading = shownReading(list.source)
    if (list.invited !== null && item)
      return { step: 'done', people: list.invited, reading, item, invited: list.invited }
    if (!item) return { step: 'choose', people: people.length, reading, items: await listOpenItems(tx, search, now) }
    const { rows, invited } = await planToday(tx, {
      itemId: item.id,
      free: item.free,
      people,
      now,
    })
    return {
      step: 'review',
      people: people.length,
      reading,
      item,
      rows,
      invites: invited.length,
      key: planKey(item.id, invited),
      expired: isExpired(item, now),
    }
  })

/** Reads the stored file of an unconfirmed list in another way, as a form asks for. Nobody is invited. */
export const rereadImport = (
  db: Kysely<DB>,
  { actor, importId, form }: Omit<Requested, 'now'> & { form: Record<string, unknown> },
): Promise<Result<undefined, ListFailure | { code: 'list_not_found' }>> =>
  asActor(db, actor, async tx => {
    const list = await findImport(tx, importId)
    const source = storedSource.safeParse(list?.source)
    if (!list || !source.success) return err({ code: 'list_not_found' })
    const read = changedReading(source.data, form)
    if (!read.ok) return read
    return (await replaceImport(tx, { id: list.id, ...read.value })) ? ok(undefined) : err({ code: 'list_not_found' })
  })

/** Sets the item of a list; null clears it. False: the list or the item does not exist, or the list is confirmed. */
export const chooseImportItem = (
  db: Kysely<DB>,
  input: Omit<Requested, 'now'> & { itemId: string | null },
): Promise<boolean> =>
  asActor(db, input.actor, async tx => {
    if (input.itemId !== null && !(await findOpenItem(tx, input.itemId))) return false
    return setImportItem(tx, input.importId, input.itemId)
  })

export type ImportFailure = { code: 'list_not_found' | 'changed' | 'nobody' | 'expired' }

/**
 * Invites the people of a list to its item, all or nobody: seats, codes, mails and audit in one transaction. Everything
 * is checked again, and nothing happens (`changed`) when other people than those of `key` would be invited. Idempotent,
 * also for concurrent calls.
 * @returns how many people were invited, now or by an earlier confirmation
 */
export const confirmImport = (
  db: Kysely<DB>,
  { actor, importId, key, now }: Requested & { key: string },
): Promise<Result<{ invited: number }, ImportFailure>> =>
  asActor(db, actor, async tx => {
    const known = await findImport(tx, importId)
    const openItem = known?.order_item_id ? await findOpenItem(tx, known.order_item_id) : undefined
    if (!openItem) return err({ code: known ? 'changed' : 'list_not_found' })
    await lockSeats(tx, openItem.user_id, null)
    await lockItemOrder(tx, openItem.id)
    const item = await findPaidItem(tx, undefined, openItem.id)
    const list = await findImport(tx, importId)
    if (!list) return err({ code: 'list_not_found' })
    if (list.invited !== null) return ok({ invited: list.invited })
    if (!item || list.order_item_id !== item.id) return err({ code: 'changed' })
    if (isExpired(item, now)) return err({ code: 'expired' })
    const people = storedPeople.parse(list.rows)
    const free = item.seats - item.used_seats
    const { invited } = await planToday(tx, { itemId: item.id, free, people, now })
    if (planKey(item.id, invited) !== key) return err({ code: 'changed' })
    if (invited.length === 0) return err({ code: 'nobody' })
    if (!(await finishImport(tx, { id: importId, invited: invited.length, now }))) return err({ code: 'changed' })
    await invitePeople(tx, {
      item,
      inviterId: openItem.user_id,
      buyer: { name: openItem.client, company: openItem.company },
      people: invited,
      now,
    })
    await writeAudit(tx, {
      action: 'accesses_imported',
      entity: 'order_items',
      entity_id: item.id,
      before: { used_seats: item.used_seats },
      after: { used_seats: item.used_seats + invited.length, import_id: importId },
    })
    return ok({ invited: invited.length })
  })
