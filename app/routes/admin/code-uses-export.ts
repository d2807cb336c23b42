import { data } from 'react-router'
import { z } from 'zod'
import { findDiscount } from '#app/features/discounts/discount-list.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { CODE_USE_EXPORT_HEADER, exportCodeUses } from '#app/features/orders/code-uses.db.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/code-uses-export'
import { readUseList } from './code-use-list.ts'
import { listDownload } from './lists/list-download.server.ts'
import { exportRequest } from './lists/ticked-rows.ts'

/** The uses of a code as CSV, all pages of the list (decision 37). */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.discountId)
  const discount = id.success && (await asActor(db, actorOf(user), tx => findDiscount(tx, id.data, now())))
  if (!discount) throw data('Not found', 404)
  const { url, only } = exportRequest(args.url)
  const { query } = readUseList(url, discount.id, now())
  return listDownload(args, user, {
    list: 'usos',
    header: CODE_USE_EXPORT_HEADER,
    batches: exportCodeUses(db, actorOf(user), { ...query, only }),
    query: { ...query, only },
  })
}
