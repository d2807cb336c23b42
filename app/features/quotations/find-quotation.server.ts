import type { Kysely } from 'kysely'
import { data } from 'react-router'
import { z } from 'zod'
import type { HeldPrices } from '#app/features/cart/held-prices.ts'
import { requireUser, type SessionArgs, type SessionUser } from '#app/features/identity/session.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { findHeldPrices, ownQuotation } from './quotations.server.ts'
import type { Quotation } from './quotations.ts'

/**
 * The signed-in owner's quotation of an address.
 * @throws a redirect to the auth screen, or 404 for an unknown id or another user's.
 */
export async function requireQuotation(
  args: SessionArgs & { params: { quotationId: string } },
): Promise<{ user: SessionUser; quotation: Quotation }> {
  const user = await requireUser(args)
  const id = z.uuid().safeParse(args.params.quotationId)
  const quotation = id.success
    ? await readAs(servicesOf(args.context).db, { kind: 'user', userId: user.id }, tx =>
        ownQuotation(tx, user.id, id.data),
      )
    : undefined
  if (!quotation) throw data('Not found', 404)
  return { user, quotation }
}

/** The held prices of the quotation named by a cart, for its signed-in owner; undefined for everybody else. */
export async function heldPricesFor(
  db: Kysely<DB>,
  user: Pick<SessionUser, 'id'> | undefined,
  quotationId: string,
): Promise<HeldPrices | undefined> {
  if (!user) return undefined
  return readAs(db, { kind: 'user', userId: user.id }, tx => findHeldPrices(tx, user.id, quotationId))
}
