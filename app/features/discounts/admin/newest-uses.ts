import { data } from 'react-router'
import { z } from 'zod'
import { requireRole } from '#app/features/identity/session.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/newest-uses'
import { codeUseRows } from './code-use-list.server.ts'
import type { CodeUse } from './code-use-list.tsx'

/** Maximum uses shown at once. */
const PAGE = 20

const cursor = z.uuid().optional().catch(undefined)

/** A page of a code's uses. */
export type UsesPage = { rows: CodeUse[]; next: string | undefined }

/** The uses of a code with their orders, newest first: a page for the dialog of its details. */
export async function loader(args: Route.LoaderArgs) {
  const { id: userId } = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const at = now()
  const after = cursor.parse(args.url.searchParams.get('after') ?? undefined)
  const sort = { column: 'created_at', direction: 'desc' } as const
  const page = await readAs(db, { kind: 'admin', userId }, async tx => {
    const parent = await codeUseRows.parent?.(tx, args.params, at)
    return parent && codeUseRows.page(tx, { ...parent, search: '', state: undefined, now: at, sort, size: PAGE, after })
  })
  if (!page) throw data('Not found', 404)
  return { rows: page.rows, next: page.next } satisfies UsesPage
}
