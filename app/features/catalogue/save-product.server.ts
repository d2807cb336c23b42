import type { Kysely, Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { DAMA_SLUG } from './catalogue.ts'
import { type CatalogueViolation, catalogueViolation } from './catalogue-violations.server.ts'
import { conflictWith, type EditConflict } from './edit-conflict.server.ts'
import { findEditedProduct, insertProduct, updateProduct } from './edited-product.db.server.ts'
import { changesOf } from './merge-edits.ts'
import { type FieldErrors, readProduct } from './product-form.schema.ts'
import { PRODUCT_FIELD_NAMES, type ProductField, type ProductValues } from './product-form.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

export type SaveProductFailure =
  | { code: 'invalid'; errors: FieldErrors<ProductField> }
  | { code: 'conflict'; conflict: EditConflict<ProductField> }
  | { code: 'not_found' | 'slug_fixed' | CatalogueViolation }

/** Adds a product, or writes one about the version that its editor began with; written to the audit log with what changed. */
export async function saveProduct(
  { db }: { db: Kysely<DB> },
  given: { actor: Admin; product: { id: string; version: number } | undefined; values: ProductValues },
): Promise<Result<{ id: string; version: number }, SaveProductFailure>> {
  const read = readProduct(given.values)
  // Two who edit at once hear of each other first: what is wrong may be what the other has put right.
  if (!read.ok) {
    const conflict =
      given.product && (await asActor(db, given.actor, tx => findConflict(tx, given.product, given.values)))
    return err(conflict ? { code: 'conflict', conflict } : { code: 'invalid', errors: read.errors })
  }
  try {
    return await asActor(db, given.actor, async tx => {
      if (!given.product) {
        const added = await insertProduct(tx, read.edit)
        const values = (await findEditedProduct(tx, added.id))?.values ?? given.values
        await audit(tx, 'assessment_created', added.id, {}, { ...values, version: added.version })
        return ok(added)
      }
      const { id, version } = given.product
      const before = await findEditedProduct(tx, id, true)
      if (!before) return err({ code: 'not_found' })
      if (before.values.slug === DAMA_SLUG && read.edit.slug !== DAMA_SLUG) return err({ code: 'slug_fixed' })
      const written = await updateProduct(tx, { id, version, edit: read.edit })
      if (written === undefined) {
        const conflict = await findConflict(tx, given.product, given.values)
        return err(conflict ? { code: 'conflict', conflict } : { code: 'not_found' })
      }
      const after = await findEditedProduct(tx, id)
      const changes = changesOf(PRODUCT_FIELD_NAMES, before.values, after?.values ?? before.values)
      await audit(tx, 'assessment_edited', id, changes.before, { ...changes.after, version: written })
      return ok({ id, version: written })
    })
  } catch (error) {
    const code = catalogueViolation(error)
    if (code === undefined) throw error
    return err({ code })
  }
}

const audit = (tx: Transaction<DB>, action: string, id: string, before: object, after: object) =>
  writeAudit(tx, { action, entity: 'assessment', entity_id: id, before, after })

async function findConflict(
  tx: Transaction<DB>,
  product: { id: string; version: number } | undefined,
  mine: ProductValues,
): Promise<EditConflict<ProductField> | undefined> {
  const stored = product && (await findEditedProduct(tx, product.id))
  return (
    stored &&
    conflictWith(tx, stored, { entity: 'assessment', names: PRODUCT_FIELD_NAMES, begun: product.version, mine })
  )
}
