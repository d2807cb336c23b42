import { type Kysely, sql, type Transaction } from 'kysely'
import type { Goal, LevelNumber } from '#app/features/questionnaires/plan.ts'
import type { ConsolidatedItem } from '#app/features/results/consolidated/consolidated.server.ts'
import { readReport, writeReport } from '#app/features/results/consolidated/find-consolidated.server.ts'
import type { ActionKind } from '#app/features/results/plan/question-state.ts'
import type { PlanAction } from '#app/features/results/plan-actions/plan-actions.ts'
import type { Day } from '#app/kernel/dates.ts'
import { asActor, readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { PlanActionState } from '#app/platform/database/values.ts'
import { isToken } from '#app/platform/http/token-cookie.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { type LinkedReport, showLinked } from './linked-report.ts'
import { ASSIGNED, TOKEN_PARAMETER } from './result-links.ts'

/** The token of an address, if it has the shape of one. */
export function readLinkToken({ searchParams }: URL): string | undefined {
  const token = searchParams.get(TOKEN_PARAMETER)
  return isToken(token) ? token : undefined
}

export type Linked = {
  report: LinkedReport
  /** Until when the link opens. */
  expiresAt: Date
}

/**
 * What a link shows: the figures that its purchase has now; of a confidential one, those of its last published round. Undefined for a link
 * that never existed, was revoked or has expired, and of a purchase that has no results any more.
 * @param maxTexts open answers of each question, at most
 * @param withThemes whether to read the themes of all of them
 */
export async function findLinkedResults(
  db: Kysely<DB>,
  token: string,
  { maxTexts, withThemes = false }: { maxTexts: number; withThemes?: boolean },
): Promise<Linked | undefined> {
  const asked = { maxTexts, withThemes, withPlan: true }
  const found = await readAs(db, { kind: 'result_reader', linkHash: digestOf(token) }, async tx => {
    const item = await findLinkedItem(tx)
    const read =
      item &&
      (await readReport(tx, item.id, sql<string[]>`array[${item.id}::uuid]`, asked, {
        item,
        worked: [],
        stored: findLinkedActions(tx),
        people: [],
      }))
    return item && read && { read, expiresAt: item.expires_at }
  })
  return found && { report: showLinked(await writeReport(db, found.read, asked)), expiresAt: found.expiresAt }
}

/** Counts that somebody opened the page of a link. */
export async function countOpening(db: Kysely<DB>, token: string, now: Date): Promise<void> {
  await asActor(db, { kind: 'result_reader', linkHash: digestOf(token) }, tx =>
    sql`select private.count_link_opening(${now})`.execute(tx),
  )
}

type LinkedItem = ConsolidatedItem & { expires_at: Date }

async function findLinkedItem(tx: Transaction<DB>): Promise<LinkedItem | undefined> {
  const { rows } = await sql<
    Omit<LinkedItem, 'manages' | 'baselines' | 'started' | 'completed_invited'>
  >`select * from private.linked_item()`.execute(tx)
  const [item] = rows
  // Another purchase's figures are none of this link's: nothing is compared.
  return item && { ...item, manages: false, baselines: [], started: 0, completed_invited: 0 }
}

type LinkedAction = {
  id: string
  field: string | null
  kind: ActionKind | null
  goal: Goal | null
  reached: LevelNumber | null
  title: string
  has_owner: boolean
  due_on: Day | null
  state: PlanActionState
  hidden: boolean
  overdue: boolean
}

async function findLinkedActions(tx: Transaction<DB>): Promise<PlanAction[]> {
  const { rows } = await sql<LinkedAction>`select * from private.linked_actions()`.execute(tx)
  return rows.map(({ field, kind, goal, reached, has_owner, ...action }) => ({
    ...action,
    version: 1,
    subject: field === null || kind === null ? null : { field, kind, goal, reached },
    owner: has_owner ? { name: ASSIGNED, email: null } : null,
    dropped_reason: null,
    note: '',
  }))
}
