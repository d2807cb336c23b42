import { type SqlBool, sql, type Transaction } from 'kysely'
import { accessesEndAt } from '#app/features/accesses/accesses.server.ts'
import { jobRoleText } from '#app/features/accesses/accesses.ts'
import { OPEN_ITEMS, type OpenItem } from '#app/features/accesses/admin-access.ts'
import type { ListedPerson } from '#app/features/accesses/invitations/invitation-list.ts'
import type { ListSource } from '#app/features/accesses/invitations/list-source.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** Maximum unconfirmed lists per administrator, which limits the table; the newest are stored. */
const KEPT = 10

/** Stores a list for its dry run. @returns its id. */
export async function insertImport(
  tx: Transaction<DB>,
  input: {
    createdBy: string
    itemId: string | undefined
    people: readonly ListedPerson[]
    source?: ListSource | undefined
  },
): Promise<string> {
  await tx
    .deleteFrom('access_imports')
    .where('id', 'in', older =>
      older
        .selectFrom('access_imports')
        .select('id')
        .where('created_by', '=', input.createdBy)
        .where('confirmed_at', 'is', null)
        .orderBy('created_at', 'desc')
        .offset(KEPT - 1),
    )
    .execute()
  const { id } = await tx
    .insertInto('access_imports')
    .values({
      created_by: input.createdBy,
      order_item_id: input.itemId ?? null,
      rows: storableJson(input.people),
      source: input.source ? storableJson(input.source) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A list of the acting administrator; undefined for another one's. */
export const findImport = (tx: Transaction<DB>, id: string) =>
  tx
    .selectFrom('access_imports')
    .select(['id', 'order_item_id', 'rows', 'source', 'confirmed_at', 'invited'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Sets the item of an unconfirmed list. False: it is confirmed or does not exist. */
export async function setImportItem(tx: Transaction<DB>, id: string, itemId: string | null): Promise<boolean> {
  const changed = await tx
    .updateTable('access_imports')
    .set({ order_item_id: itemId })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Replaces the people of an unconfirmed list and how they were read. False: it is confirmed or does not exist. */
export async function replaceImport(
  tx: Transaction<DB>,
  { id, people, source }: { id: string; people: readonly ListedPerson[]; source: ListSource },
): Promise<boolean> {
  const changed = await tx
    .updateTable('access_imports')
    .set({ rows: storableJson(people), source: storableJson(source) })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/**
 * Marks a list as confirmed and clears it: the accesses have its people now. False: it was confirmed in the meantime.
 */
export async function finishImport(
  tx: Transaction<DB>,
  { id, invited, now }: { id: string; invited: number; now: Date },
): Promise<boolean> {
  const finished = await tx
    .updateTable('access_imports')
    .set({ rows: '[]', source: null, confirmed_at: now, invited })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return finished !== undefined
}

/** The people of accesses in the format of a list. */
export async function peopleOfAccesses(tx: Transaction<DB>, ids: readonly string[]): Promise<ListedPerson[]> {
  const rows = await tx
    .selectFrom('user_accesses')
    .select(['email', 'first_name', 'last_name', 'job_role', 'department'])
    .where(({ eb, val }) => eb('id', '=', eb.fn.any(val([...ids]))))
    .where('email', 'not like', '%@cuenta.invalid')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    firstName: row.first_name ?? '',
    lastName: row.last_name ?? '',
    email: row.email,
    role: jobRoleText(row.job_role),
    area: row.department ?? '',
  }))
}

const openItems = (tx: Transaction<DB>) =>
  tx
    .selectFrom('order_items as item')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .innerJoin('profiles as buyer', 'buyer.id', 'item.user_id')
    .select([
      'item.id',
      'item.user_id',
      'product.name as product',
      'order.order_number',
      'order.company_name',
      'buyer.first_name',
      'buyer.last_name',
      'buyer.company',
      'item.total_seats',
      'item.used_seats',
      accessesEndAt('order').as('expires_at'),
    ])
    .where('order.status', '=', 'paid')
    .where('item.deleted_at', 'is', null)
    .where('item.tops_up_item_id', 'is', null)
    .where('product.deleted_at', 'is', null)

/** Maximum orders that a search scans for items with free seats. */
const ORDERS_LOOKED_AT = 500

/** The newest items with free seats that have not expired, by the search text of their orders. For administrators. */
export async function listOpenItems(tx: Transaction<DB>, search: string, now: Date): Promise<OpenItem[]> {
  const rows = await openItems(tx)
    .where(sql<SqlBool>`item.used_seats < item.seats + item.added_seats`)
    .where(accessesEndAt('order'), '>', now)
    .$if(search !== '', found =>
      found.where(
        sql<SqlBool>`"order".id = any(array(
          select private.find_orders(${search}, 'paid', null, null, null, null, 'created_at', true, null, ${ORDERS_LOOKED_AT})))`,
      ),
    )
    .orderBy('item.created_at', 'desc')
    .orderBy('item.id', 'desc')
    .limit(OPEN_ITEMS)
    .execute()
  return rows.map(toOpenItem)
}

/** One item of any buyer, with or without free seats; undefined when it is unpaid or unknown. */
export async function findOpenItem(tx: Transaction<DB>, id: string) {
  const row = await openItems(tx).where('item.id', '=', id).executeTakeFirst()
  return row && { ...toOpenItem(row), user_id: row.user_id }
}

type Row = Awaited<ReturnType<ReturnType<typeof openItems>['executeTakeFirstOrThrow']>>

const toOpenItem = (row: Row): OpenItem => ({
  id: row.id,
  product: row.product,
  order_number: row.order_number,
  client: fullName(row),
  company: row.company_name ?? row.company,
  seats: row.total_seats,
  free: row.total_seats - row.used_seats,
  expires_at: row.expires_at,
})
