import type { Direction } from '#app/platform/database/keyset.server.ts'
import type { ListedState } from './accesses.ts'

/** What the back office's list of accesses narrows to (specification 2, section 2). */
export type AccessFilters = {
  /** Beginnings of words of an e-mail, a name, a company or a code. */
  search: string
  /** 'unfinished': invited or accessed, and not expired. */
  state: ListedState | 'unfinished' | undefined
  productId: string | undefined
  clientId: string | undefined
  /** Given from this instant on, and before that one. */
  from: Date | undefined
  until?: Date | undefined
  /** Open ones that end until then. */
  endsUntil: Date | undefined
  /** When expired is told from not yet expired. */
  at: Date
}

export type AccessSortColumn = 'created_at' | 'expires_at'

type Sort = { column: AccessSortColumn; direction: Direction }

/**
 * The column that leads to a page. What has ended, or is about to, is found by its end: among the newest accesses nothing has ended, and a
 * walk by their beginning would pass half a year of others first. Ends follow beginnings by the same 180 days, unless somebody moved them.
 */
export function wayOf({ state, endsUntil }: Pick<AccessFilters, 'state' | 'endsUntil'>, sort: Sort): Sort {
  const oldestOpen = (state === 'invited' || state === 'accessed' || state === 'unfinished') && sort.direction === 'asc'
  const byEnd = state === 'expired' || endsUntil !== undefined || oldestOpen
  return byEnd ? { ...sort, column: 'expires_at' } : sort
}

/** How many accesses there are, of every state that is not revoked. */
export type AccessTotals = { total: number; completed: number; started: number }
