import type { Kysely, Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import {
  areProducts,
  insertDiscount,
  isCodeTaken,
  type LockedDiscount,
  lockDiscount,
  setProducts,
  updateDiscount,
  wasRedeemed,
} from './discount-admin.db.server.ts'
import type { DiscountFields, DiscountSaveFailure, DiscountTarget } from './discount-admin.ts'

type Admin = Extract<Actor, { kind: 'admin' }>
type Input = { actor: Admin; fields: DiscountFields; productIds: readonly string[]; now: Date }

/** The fields of a code that the audit log stores. */
const auditedFields = (fields: DiscountFields, productIds: readonly string[]) => ({
  code: fields.code,
  name: fields.name,
  description: fields.description,
  type: fields.type,
  value: fields.value,
  max_uses: fields.max_uses,
  valid_from: fields.valid_from,
  valid_until: fields.valid_until,
  duration_days: fields.duration_days,
  min_order_amount: fields.min_order_amount,
  max_discount_amount: fields.max_discount_amount,
  once_per_customer: fields.once_per_customer,
  product_ids: [...productIds].toSorted(),
})

/** Creates an active code. Returns its id. */
export const createDiscount = (db: Kysely<DB>, input: Input): Promise<Result<string, DiscountSaveFailure>> =>
  asActor(db, input.actor, async tx => {
    const { fields, productIds, now } = input
    if (!(await areProducts(tx, productIds))) return err({ code: 'unknown_product' })
    const id = await insertDiscount(tx, fields, now)
    if (id === undefined) return err({ code: 'code_taken' })
    await setProducts(tx, id, productIds)
    await writeAudit(tx, {
      action: 'discount_created',
      entity: 'discount_codes',
      entity_id: id,
      after: auditedFields(fields, productIds),
    })
    return ok(id)
  })

/**
 * Changes a code at the revision that the administrator saw. A code that orders refer to keeps its name; its maximum of
 * uses can't fall below the claimed ones.
 */
export async function editDiscount(
  db: Kysely<DB>,
  input: Input & { target: DiscountTarget },
): Promise<Result<string, DiscountSaveFailure>> {
  const { actor, fields, productIds, target } = input
  try {
    return await asActor(db, actor, async tx => {
      const locked = await lockDiscount(tx, target.id)
      if (!locked) return err({ code: 'discount_not_found' })
      if (locked.revision !== target.revision) return err({ code: 'changed_meanwhile' })
      const refused = await refusalOf(tx, locked, fields)
      if (refused) return err(refused)
      if (!(await areProducts(tx, productIds))) return err({ code: 'unknown_product' })
      await updateDiscount(tx, locked, fields)
      await setProducts(tx, locked.id, productIds)
      await writeAudit(tx, {
        action: 'discount_updated',
        entity: 'discount_codes',
        entity_id: locked.id,
        before: auditedFields(locked, locked.product_ids),
        after: auditedFields(fields, productIds),
      })
      return ok(locked.id)
    })
  } catch (error) {
    // Another administrator took the same name concurrently.
    const isTaken = error instanceof Error && 'constraint' in error && error.constraint === 'discount_codes_key'
    if (isTaken) return err({ code: 'code_taken' })
    throw error
  }
}

/** Why the code's uses forbid the change. */
async function refusalOf(
  tx: Transaction<DB>,
  locked: LockedDiscount,
  fields: DiscountFields,
): Promise<DiscountSaveFailure | undefined> {
  if (fields.code !== locked.code) {
    if (await wasRedeemed(tx, locked.id)) return { code: 'code_in_use' }
    if (await isCodeTaken(tx, fields.code, locked.id)) return { code: 'code_taken' }
  }
  const isBelow = fields.max_uses !== null && fields.max_uses < locked.current_uses
  return isBelow ? { code: 'below_uses', uses: locked.current_uses } : undefined
}
