import { data } from 'react-router'
import { z } from 'zod'
import { requireUser, type SessionArgs, type SessionUser } from '#app/features/identity/session.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { ownQuotation } from './quotations.db.server.ts'
import type { Quotation } from './quotations.ts'

/**
 * The signed-in owner's quotation of an address.
 * @throws a redirect to the auth screen, or 404 for what is no id, no quotation or somebody else's.
 */
export async function requireQuotation(
  args: SessionArgs & { params: { quotationId: string } },
): Promise<{ user: SessionUser; quotation: Quotation }> {
  const user = await requireUser(args)
  const id = z.uuid().safeParse(args.params.quotationId)
  const quotation = id.success
    ? await asActor(servicesOf(args.context).db, { kind: 'user', userId: user.id }, tx =>
        ownQuotation(tx, user.id, id.data),
      )
    : undefined
  if (!quotation) throw data('Not found', 404)
  return { user, quotation }
}
