import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { Goal, LevelNumber } from '#app/features/questionnaires/plan.ts'
import type { Day } from '#app/kernel/dates.ts'
import { keyset, type Page } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type ActionsQuery, pageRequest } from './api-queries.server.ts'
import type { actionSchema } from './api-schema.server.ts'

type Action = z.input<typeof actionSchema>

/** As `private.api_actions` returns it: of a confidential purchase without question, level, words and names. */
export type ActionRow = Omit<
  Action,
  'product' | 'goal' | 'reached' | 'due_on' | 'done_at' | 'created_at' | 'updated_at'
> & {
  product_id: string
  product_slug: string
  product_name: string
  goal: Goal | null
  reached: LevelNumber | null
  due_on: Day | null
  done_at: Date | null
  position: number
  version: number
  created_at: Date
  updated_at: Date
}

/** A page of the actions of plans that people work with, by the time at which they were stored. */
export async function apiActions(tx: Transaction<DB>, query: ActionsQuery): Promise<Page<Action>> {
  const page = keyset('plan_actions', pageRequest(query))
  const { state, order_item_id, updated_since, updated_until } = query
  const rows = await findActions(tx, {
    item: order_item_id,
    state,
    from: updated_since,
    until: updated_until,
    ...page.search,
  })
  return page.finish(rows.map(actionOf))
}

export async function apiAction(tx: Transaction<DB>, id: string): Promise<Action | undefined> {
  const [row] = await findActions(tx, { action: id, max: 1 })
  return row && actionOf(row)
}

type Requested = {
  action?: string
  item?: string | undefined
  state?: ActionsQuery['state']
  from?: Date | undefined
  until?: Date | undefined
  descending?: boolean
  cursor?: string | null
  /** Default: all. */
  max?: number
}

export async function findActions(tx: Transaction<DB>, requested: Requested): Promise<ActionRow[]> {
  const { action, item, state, from, until, descending = false, cursor, max } = requested
  const { rows } = await sql<ActionRow>`
    select * from private.api_actions(${action ?? null}, ${item ?? null}, ${state ?? null}, ${from ?? null}, ${until ?? null},
      ${descending}, ${cursor ?? null}, ${max ?? null})`.execute(tx)
  return rows
}

const actionOf = ({ product_id, product_slug, product_name, ...row }: ActionRow): Action => ({
  ...row,
  product: { id: product_id, slug: product_slug, name: product_name },
  done_at: row.done_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
