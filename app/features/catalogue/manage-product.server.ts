import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result, unreachable } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { copyName, copySlug } from './copy-names.ts'
import { findEditedProduct, insertProduct, setProductFlags, slugsLike } from './edited-product.db.server.ts'
import { readProduct } from './product-form.schema.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

export type ProductChange = 'archive' | 'restore' | 'feature' | 'unfeature'

const flagsOf = (change: ProductChange) => {
  switch (change) {
    case 'archive':
      return { status: 'archived' as const }
    // Prices and texts may be old: somebody looks before it is on sale again.
    case 'restore':
      return { status: 'draft' as const }
    case 'feature':
      return { featured: true }
    case 'unfeature':
      return { featured: false }
    default:
      return unreachable(change)
  }
}

const ACTIONS: Record<ProductChange, string> = {
  archive: 'assessment_archived',
  restore: 'assessment_restored',
  feature: 'assessment_featured',
  unfeature: 'assessment_unfeatured',
}

/** Does what the row menu offers. Archived products are sold to nobody; whoever bought one keeps it. Doing it twice changes nothing. */
export async function changeProduct(
  { db }: { db: Kysely<DB> },
  given: { actor: Admin; id: string; change: ProductChange },
): Promise<Result<{ name: string }, { code: 'not_found' }>> {
  const { actor, id, change } = given
  return asActor(db, actor, async tx => {
    const product = await findEditedProduct(tx, id, true)
    if (!product) return err({ code: 'not_found' })
    const { name, status, featured } = product.values
    const flags = flagsOf(change)
    const isDone =
      change === 'restore' ? status !== 'archived' : flags.status === status || flags.featured === (featured === 'si')
    if (isDone) return ok({ name })
    const version = await setProductFlags(tx, id, flags)
    const text = (value: typeof flags) =>
      value.status === undefined ? { featured: value.featured ? 'si' : '' } : { status: value.status }
    await writeAudit(tx, {
      action: ACTIONS[change],
      entity: 'assessment',
      entity_id: id,
      before: flags.status === undefined ? { featured } : { status },
      after: { ...text(flags), version },
    })
    return ok({ name })
  })
}

/** Adds a draft that is like a product in everything but its name, its address and being featured. */
export async function duplicateProduct(
  { db }: { db: Kysely<DB> },
  given: { actor: Admin; id: string },
): Promise<Result<{ id: string }, { code: 'not_found' | 'incomplete' }>> {
  return asActor(db, given.actor, async tx => {
    const product = await findEditedProduct(tx, given.id)
    if (!product) return err({ code: 'not_found' })
    const { values } = product
    const slug = copySlug(values.slug, await slugsLike(tx, values.slug.slice(0, 60)))
    const copied = { ...values, name: copyName(values.name, 200), slug, status: 'draft', featured: '' }
    const read = readProduct(copied)
    // It came from elsewhere and keeps no rule of the form: its own editor says which.
    if (!read.ok) return err({ code: 'incomplete' })
    const added = await insertProduct(tx, read.edit)
    await writeAudit(tx, {
      action: 'assessment_duplicated',
      entity: 'assessment',
      entity_id: added.id,
      before: {},
      after: { ...copied, copy_of: given.id, version: added.version },
    })
    return ok({ id: added.id })
  })
}
