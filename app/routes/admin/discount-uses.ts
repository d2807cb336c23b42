import { data } from 'react-router'
import { z } from 'zod'
import type { UsesPage } from '#app/features/discounts/discount-answers.ts'
import { findDiscount, listRedemptions } from '#app/features/discounts/discount-list.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/discount-uses'

/** Uses that are shown at once. */
const PAGE = 20

const cursor = z.uuid().optional().catch(undefined)

/** Who used a code, with which order: a page for the dialog of its details. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const id = z.uuid().safeParse(args.params.discountId)
  const { db, now } = servicesOf(args.context)
  const after = cursor.parse(args.url.searchParams.get('after') ?? undefined)
  const page = id.success
    ? await asActor(db, actorOf(user), async tx =>
        (await findDiscount(tx, id.data, now())) ? listRedemptions(tx, id.data, { after, limit: PAGE }) : undefined,
      )
    : undefined
  if (!page) throw data('Not found', 404)
  return data<UsesPage>(page, { headers: { 'Cache-Control': 'no-store' } })
}
