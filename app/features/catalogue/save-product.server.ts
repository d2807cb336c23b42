import type { Kysely } from 'kysely'
import type { Actor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { DAMA_SLUG } from './catalogue.ts'
import { findEditedProduct, insertProduct, updateProduct } from './edited-product.db.server.ts'
import { type ProductEdit, readProduct } from './product-form.schema.ts'
import { PRODUCT_FIELD_NAMES, type ProductField, type ProductValues } from './product-form.ts'
import { type Editing, type SaveFailure, saveEdited } from './save-edited.server.ts'

export type SaveProductFailure = SaveFailure<ProductField, 'slug_fixed'>

const PRODUCT: Editing<ProductField, ProductEdit, 'slug_fixed'> = {
  entity: 'assessment',
  names: PRODUCT_FIELD_NAMES,
  read: readProduct,
  find: findEditedProduct,
  insert: insertProduct,
  update: updateProduct,
  refuses: (before, edit) => (before.slug === DAMA_SLUG && edit.slug !== DAMA_SLUG ? 'slug_fixed' : undefined),
}

/** Adds a product, or writes one about the version that its editor began with. */
export const saveProduct = (
  deps: { db: Kysely<DB> },
  given: {
    actor: Extract<Actor, { kind: 'admin' }>
    product: { id: string; version: number } | undefined
    values: ProductValues
  },
) => saveEdited(deps, PRODUCT, { actor: given.actor, edited: given.product, values: given.values })
