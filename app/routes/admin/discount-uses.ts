import { data } from 'react-router'
import { z } from 'zod'
import { findDiscount } from '#app/features/discounts/discount-list.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { type CodeUse, listCodeUses } from '#app/features/orders/code-uses.db.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/discount-uses'

/** Uses that are shown at once. */
const PAGE = 20

const cursor = z.uuid().optional().catch(undefined)

/** A page of the uses of a code. */
export type UsesPage = { rows: CodeUse[]; next: string | undefined }

const newestOf = (codeId: string) => ({
  codeId,
  search: '',
  state: undefined,
  from: undefined,
  until: undefined,
  sort: { column: 'created_at', direction: 'desc' } as const,
  size: PAGE,
})

/** Who used a code, with which order: a page for the dialog of its details. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const id = z.uuid().safeParse(args.params.discountId)
  const { db, now } = servicesOf(args.context)
  const after = cursor.parse(args.url.searchParams.get('after') ?? undefined)
  const page = id.success
    ? await asActor(db, actorOf(user), async tx =>
        (await findDiscount(tx, id.data, now())) ? listCodeUses(tx, { ...newestOf(id.data), after }) : undefined,
      )
    : undefined
  if (!page) throw data('Not found', 404)
  return data<UsesPage>({ rows: page.rows, next: page.next }, { headers: { 'Cache-Control': 'no-store' } })
}
