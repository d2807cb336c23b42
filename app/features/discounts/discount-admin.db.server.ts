import { type Selectable, sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { DiscountStatus } from '#app/platform/database/values.ts'
import type { DiscountFields } from './discount-admin.ts'

type Row = Selectable<DB['discount_codes']>

/** A code locked for a change, with the ids of its products. */
export type LockedDiscount = Row & { product_ids: string[] }

/** Locks a code that is not archived, which serialises changes, claims of a use and deletion. */
export async function lockDiscount(tx: Transaction<DB>, id: string): Promise<LockedDiscount | undefined> {
  const row = await tx
    .selectFrom('discount_codes')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const products = await tx
    .selectFrom('discount_code_products')
    .select('assessment_id')
    .where('discount_code_id', '=', id)
    .orderBy('assessment_id')
    .execute()
  return { ...row, product_ids: products.map(product => product.assessment_id) }
}

/** Inserts a code. Undefined: the name is taken. */
export async function insertDiscount(
  tx: Transaction<DB>,
  fields: DiscountFields,
  now: Date,
): Promise<string | undefined> {
  const row = await tx
    .insertInto('discount_codes')
    .values({ ...fields, created_at: now })
    .onConflict(conflict => conflict.expression(sql`private.code_key(code)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Whether another code has this name. */
export async function isCodeTaken(tx: Transaction<DB>, code: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('discount_codes')
    .select('id')
    .where(sql`private.code_key(code)`, '=', sql`private.code_key(${code})`)
    .where('id', '<>', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Changes a locked code. */
export async function updateDiscount(
  tx: Transaction<DB>,
  locked: LockedDiscount,
  change: Partial<DiscountFields> & { status?: DiscountStatus; archived_at?: Date },
): Promise<void> {
  await tx
    .updateTable('discount_codes')
    .set({ ...change, revision: locked.revision + 1 })
    .where('id', '=', locked.id)
    .execute()
}

export async function removeDiscount(tx: Transaction<DB>, id: string): Promise<void> {
  await tx.deleteFrom('discount_codes').where('id', '=', id).execute()
}

/** Whether any order ever claimed a use of a code, released or not. */
export async function wasRedeemed(tx: Transaction<DB>, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('discount_redemptions')
    .select('id')
    .where('discount_code_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether all of these ids are products. */
export async function areProducts(tx: Transaction<DB>, productIds: readonly string[]): Promise<boolean> {
  const requested = [...new Set(productIds)]
  if (requested.length === 0) return true
  const known = await tx.selectFrom('assessments').select('id').where('id', 'in', requested).execute()
  return known.length === requested.length
}

/** Replaces the products that a code applies to. */
export async function setProducts(tx: Transaction<DB>, id: string, productIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('discount_code_products').where('discount_code_id', '=', id).execute()
  if (productIds.length === 0) return
  await tx
    .insertInto('discount_code_products')
    .values([...new Set(productIds)].map(assessment_id => ({ discount_code_id: id, assessment_id })))
    .execute()
}
