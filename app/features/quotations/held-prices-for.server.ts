import type { Kysely } from 'kysely'
import type { HeldPrices } from '#app/features/cart/held-prices.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { heldPricesOf } from './quotations.db.server.ts'

/** What the quotation that a cart names holds for whoever is signed in; undefined for nobody, or when it is somebody else's. */
export async function heldPricesFor(
  db: Kysely<DB>,
  user: Pick<SessionUser, 'id'> | undefined,
  quotationId: string,
): Promise<HeldPrices | undefined> {
  if (!user) return undefined
  return asActor(db, { kind: 'user', userId: user.id }, tx => heldPricesOf(tx, user.id, quotationId))
}
