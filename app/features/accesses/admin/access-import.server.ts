import type { Kysely } from 'kysely'
import { findPaidItem, lockItemOrder, lockSeats } from '#app/features/accesses/accesses.server.ts'
import { isExpired } from '#app/features/accesses/accesses.ts'
import { storedPeople } from '#app/features/accesses/accesses-schema.server.ts'
import type { OpenItem } from '#app/features/accesses/admin-access.ts'
import { listText, type PlannedRow } from '#app/features/accesses/invitations/invitation-list.ts'
import {
  invitePeople,
  LIST_CHANGED,
  planConfirmed,
  planKey,
  planToday,
} from '#app/features/accesses/invitations/invite-people.server.ts'
import { type ListReading, readAgain, shownReading } from '#app/features/accesses/invitations/list-reading.ts'
import { storedSource } from '#app/features/accesses/invitations/list-source.ts'
import type { ReadList } from '#app/features/accesses/invitations/read-list.server.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
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

/** Stores the people of the selected accesses as a list for another item. @returns its id @throws Refusal for nobody */
export const importOfAccesses = (
  db: Kysely<DB>,
  { actor, ids }: { actor: AdminActor; ids: readonly string[] },
): Promise<string> =>
  asActor(db, actor, async tx => {
    const people = await peopleOfAccesses(tx, ids)
    if (people.length === 0) refuse('Las personas seleccionadas ya no tienen correo.', { status: 400 })
    return insertImport(tx, { createdBy: actor.userId, itemId: undefined, people })
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

/**
 * Reads the stored file of an unconfirmed list in another way, as a form asks for. Nobody is invited.
 * @returns false where there is no such list @throws Refusal
 */
export const rereadImport = (
  db: Kysely<DB>,
  { actor, importId, form }: Omit<Requested, 'now'> & { form: Record<string, unknown> },
): Promise<boolean> =>
  asActor(db, actor, async tx => {
    const list = await findImport(tx, importId)
    const source = storedSource.safeParse(list?.source)
    if (!list || !source.success) return false
    return replaceImport(tx, { id: list.id, ...readAgain(source.data, form) })
  })

/** Sets the item of a list; null clears it. @throws Refusal where list or item don't exist, or the list is confirmed */
export const chooseImportItem = (
  db: Kysely<DB>,
  input: Omit<Requested, 'now'> & { itemId: string | null },
): Promise<void> =>
  asActor(db, input.actor, async tx => {
    const isOpen = input.itemId === null || (await findOpenItem(tx, input.itemId)) !== undefined
    if (isOpen && (await setImportItem(tx, input.importId, input.itemId))) return
    refuse('Esa compra o esta lista ya no están disponibles. Elige otra.')
  })

/**
 * Invites the people of a list to its item, all or nobody: seats, codes, mails and audit in one transaction. Everything
 * is checked again, and nothing happens when other people than those of `key` would be invited. Idempotent, also for
 * concurrent calls.
 * @returns how many people were invited, now or by an earlier confirmation; undefined where there is no such list
 * @throws Refusal
 */
export const confirmImport = (
  db: Kysely<DB>,
  { actor, importId, key, now }: Requested & { key: string },
): Promise<number | undefined> =>
  asActor(db, actor, async tx => {
    const known = await findImport(tx, importId)
    if (!known) return undefined
    const openItem = known.order_item_id ? await findOpenItem(tx, known.order_item_id) : undefined
    if (!openItem) refuse(LIST_CHANGED)
    await lockSeats(tx, openItem.user_id, null)
    await lockItemOrder(tx, openItem.id)
    const item = await findPaidItem(tx, undefined, openItem.id)
    const list = await findImport(tx, importId)
    if (!list) return undefined
    if (list.invited !== null) return list.invited
    if (!item || list.order_item_id !== item.id) refuse(LIST_CHANGED)
    const { invited } = await planConfirmed(tx, { item, people: storedPeople.parse(list.rows), key, now })
    if (!(await finishImport(tx, { id: importId, invited: invited.length, now }))) refuse(LIST_CHANGED)
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
    return invited.length
  })
