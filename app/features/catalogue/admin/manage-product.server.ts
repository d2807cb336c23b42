import { type Kysely, sql, type Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { DAMA_SLUG } from '#app/features/catalogue/catalogue.ts'
import { findDeliverables, findStoredDeliverables } from '#app/features/catalogue/deliverables.server.ts'
import { type Deliverables, NO_DELIVERABLES } from '#app/features/catalogue/deliverables.ts'
import {
  PRODUCT_FIELD_NAMES,
  type ProductField,
  type ProductValues,
  questionnaireOf,
} from '#app/features/catalogue/product-form.ts'
import { type ProductEdit, readProduct } from '#app/features/catalogue/product-form-schema.server.ts'
import { Refusal, refuse } from '#app/kernel/refusal.ts'
import { unreachable } from '#app/kernel/result.ts'
import { cutText } from '#app/kernel/text.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import {
  findAnnouncedMinutes,
  findEditedProduct,
  insertProduct,
  setProductFlags,
  slugsLike,
  updateProduct,
} from './edited-product.server.ts'
import { copyName, copySlug, type Editing, saveEdited } from './edits.server.ts'

/** Featured products come before all others: the offset is larger than any timestamp. */
const FEATURED = sql`case when product.featured then 1e12 else 0 end`

/** Serialises changes to the order of the products until the transaction ends. The number is arbitrary. */
async function lockProductOrder(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(7426518)`.execute(tx)
}

export type MovedProduct = { name: string; position: number; of: number }

/** A product's position among those that are not archived, from 1; undefined where there is none. */
async function positionOf(tx: Transaction<DB>, id: string): Promise<MovedProduct | undefined> {
  const { rows } = await sql<MovedProduct>`
    select product.name,
      count(*) filter (where (other.shop_order, product.id) > (product.shop_order, other.id)) + 1 as position,
      count(*) filter (where other.id <> product.id) + 1 as of
    from assessments product join assessments other on other.deleted_at is null and other.status <> 'archived'
    where product.id = ${id} and product.deleted_at is null
    group by product.id`.execute(tx)
  return rows[0]
}

/**
 * Moves a product between its neighbour and the one beyond; featured ones stay among themselves. One row is written,
 * however large the catalogue.
 * @returns false where there is no room between two products at the same position
 */
async function stepProduct(tx: Transaction<DB>, id: string, direction: 'up' | 'down'): Promise<boolean> {
  const isUp = direction === 'up'
  const beyond = isUp
    ? sql`(other.shop_order, product.id) > (product.shop_order, other.id)`
    : sql`(product.shop_order, other.id) > (other.shop_order, product.id)`
  const { rows } = await sql<{ next: string; after: string | null; hasRoom: boolean }>`
    with near as (
      select other.shop_order, row_number() over way as step
      from assessments product join assessments other on other.featured = product.featured and ${beyond}
      where product.id = ${id} and other.deleted_at is null and other.status <> 'archived'
      window way as (order by ${isUp ? sql`other.shop_order, other.id desc` : sql`other.shop_order desc, other.id`})
      order by step limit 2)
    select next.shop_order as next, after.shop_order as after, next.shop_order is distinct from after.shop_order as "hasRoom"
    from near next left join near after on after.step = 2 where next.step = 1`.execute(tx)
  const [found] = rows
  if (!found) return true
  if (!found.hasRoom) return false
  const { next, after } = found
  await sql`
    update assessments product
    set shop_position = ${
      after === null
        ? sql`${next}::numeric + ${isUp ? 1 : -1}`
        : // Multiplied, because a quotient would be rounded and two positions could become equal.
          sql`(${next}::numeric + ${after}::numeric) * 0.5`
    } - ${FEATURED}
    where product.id = ${id}`.execute(tx)
  return true
}

/** Renumbers every product in the current order: below the first one, so that new products still come first. */
async function spreadProducts(tx: Transaction<DB>): Promise<void> {
  await sql`
    update assessments product set shop_position = placed.first - placed.step * 0.001 - ${FEATURED}
    from (
      select id, max(shop_order) over (partition by featured) as first,
        row_number() over (partition by featured order by shop_order desc, id) as step
      from assessments) placed
    where placed.id = product.id`.execute(tx)
}

const NO_QUESTIONNAIRE = ['Elige un cuestionario de la lista', { field: 'questionnaire' }] as const

/** Editing a product with these guides and materials. */
const editing = (deliverables: Deliverables): Editing<ProductField, ProductEdit> => ({
  entity: 'assessment',
  names: PRODUCT_FIELD_NAMES,
  read: values => readProduct(values, deliverables),
  find: findEditedProduct,
  insert: (tx, edit) => insertProduct(tx, edit),
  update: updateProduct,
  check(before, edit) {
    if (before.slug !== DAMA_SLUG || edit.slug === DAMA_SLUG) return
    refuse('Este slug no cambia: de él depende la dirección /dama-assessment', { field: 'slug' })
  },
  constraints: ({ type }) => ({
    assessments_slug_key: ['Ese slug es, o fue, de otro producto: elige otro', { field: 'slug' }],
    assessments_sold_stays: [
      'Ya se vendió: su tipo y su cuestionario se quedan. Para usar otros, duplica el producto',
      { field: type === 'assessment' ? 'questionnaire' : 'type' },
    ],
    assessments_of_active_category: ['Un producto activo necesita una categoría activa', { field: 'category_id' }],
    assessments_category_id_fkey: ['Elige una categoría', { field: 'category_id' }],
    assessments_questionnaire_id_fkey: NO_QUESTIONNAIRE,
    assessments_questionnaire_version: NO_QUESTIONNAIRE,
    assessments_questionnaire_published: NO_QUESTIONNAIRE,
  }),
})

/** A product with a questionnaire is announced with that one's minutes, whatever was typed. */
async function withMinutes(db: Kysely<DB>, values: ProductValues): Promise<ProductValues> {
  const selected = values.type === 'assessment' ? questionnaireOf(values.questionnaire) : undefined
  const minutes = selected && (await findAnnouncedMinutes(db, selected))
  return minutes === undefined ? values : { ...values, duration_min: String(minutes), duration_max: String(minutes) }
}

/** A new product has no guides and materials. */
const deliverablesOf = async (db: Kysely<DB>, id: string | undefined): Promise<Deliverables> =>
  id === undefined ? NO_DELIVERABLES : findDeliverables(db, id)

/** Creates a product, or updates it at the version that its editor saw. @throws as `saveEdited` */
export const saveProduct = async (
  deps: { db: Kysely<DB> },
  input: {
    actor: Extract<Actor, { kind: 'admin' }>
    product: { id: string; version: number } | undefined
    values: ProductValues
  },
) =>
  saveEdited(deps, editing(await deliverablesOf(deps.db, input.product?.id)), {
    actor: input.actor,
    edited: input.product,
    values: await withMinutes(deps.db, input.values),
  })

type Admin = Extract<Actor, { kind: 'admin' }>

export type ProductChange = 'archive' | 'restore' | 'feature' | 'unfeature'

const flagsOf = (change: ProductChange) => {
  switch (change) {
    case 'archive':
      return { status: 'archived' as const }
    // Prices and texts may be outdated: it is reviewed before it is on sale again.
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

/** Carries out an action of the row menu. Archived products can't be bought; their buyers keep them. Idempotent. @returns its name; undefined: it is gone */
export async function changeProduct(
  { db }: { db: Kysely<DB> },
  input: { actor: Admin; id: string; change: ProductChange },
): Promise<string | undefined> {
  const { actor, id, change } = input
  return asActor(db, actor, async tx => {
    const product = await findEditedProduct(tx, id, true)
    if (!product) return undefined
    const { name, status, featured } = product.values
    const flags = flagsOf(change)
    const isDone =
      change === 'restore' ? status !== 'archived' : flags.status === status || flags.featured === (featured === 'si')
    if (isDone) return name
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
    return name
  })
}

const gone = () => new Refusal('Ese producto ya no existe.', { stale: true })

/** Creates a draft copy of a product with a name and slug of its own, not featured. @returns its id. @throws Refusal */
export async function duplicateProduct(
  { db }: { db: Kysely<DB> },
  input: { actor: Admin; id: string },
): Promise<string> {
  return asActor(db, input.actor, async tx => {
    const product = await findEditedProduct(tx, input.id)
    if (!product) throw gone()
    const { values } = product
    const slug = copySlug(values.slug, await slugsLike(tx, cutText(values.slug, 60)))
    const copied = { ...values, name: copyName(values.name, 200), slug, status: 'draft', featured: '' }
    const deliverables = await findStoredDeliverables(tx, input.id)
    const read = readProduct(copied, deliverables)
    // An imported product may violate the form's rules; its own editor shows which.
    if (!read.ok) refuse('Tiene datos que el editor no acepta: ábrelo, corrígelo y vuelve a duplicarlo.')
    const added = await insertProduct(tx, read.edit, deliverables)
    await writeAudit(tx, {
      action: 'assessment_duplicated',
      entity: 'assessment',
      entity_id: added.id,
      before: {},
      after: { ...copied, copy_of: input.id, version: added.version },
    })
    return added.id
  })
}

/**
 * Moves a product one position in the shop's order; featured ones stay before the others. At an end nothing changes.
 * @throws Refusal
 */
export const moveProduct = (
  { db }: { db: Kysely<DB> },
  input: { actor: Extract<Actor, { kind: 'admin' }>; id: string; direction: 'up' | 'down' },
): Promise<MovedProduct> =>
  asActor(db, input.actor, async tx => {
    const { id, direction } = input
    await lockProductOrder(tx)
    const before = await positionOf(tx, id)
    if (!before) throw gone()
    if (!(await stepProduct(tx, id, direction))) {
      await spreadProducts(tx)
      await stepProduct(tx, id, direction)
    }
    const after = (await positionOf(tx, id)) ?? before
    if (after.position !== before.position) {
      await writeAudit(tx, {
        action: 'assessment_moved',
        entity: 'assessment',
        entity_id: id,
        before: { place: before.position },
        after: { place: after.position },
      })
    }
    return after
  })
