import type { Transaction } from 'kysely'
import {
  accessState,
  type DashboardAccess,
  type DashboardGroup,
  type GroupCounts,
  groupState,
  isExpired,
  jobRoleText,
  type OwnAccess,
} from '#app/features/accesses/accesses.ts'
import { canActSql } from '#app/features/organisations/organisations.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'
import { accessCode } from '#app/platform/secrets/access-code.server.ts'
import { nextStep, purchaseRank } from './next-step.ts'
import { findPurchases, type Holder, PAGE_ITEMS, type PurchaseRow } from './purchases.server.ts'

/** Accesses that are read of the opened purchase; the others are on its own page. */
const OPENED_ACCESSES = 200

export type DashboardPage = { groups: DashboardGroup[]; counts: GroupCounts; page: number; pages: number }

type Shown = {
  userId: string
  now: Date
  page: number
  /** The purchase whose accesses are shown as well. */
  opened?: string | undefined
  holderId?: Holder['holderId'] | undefined
  /** May still be looked up. */
  role?: OrganisationRole | Promise<OrganisationRole | undefined> | undefined
}

/**
 * A page of the items of paid orders of a buyer or an organisation, in the order of `findPurchases`, with the counters over all items and the
 * first accesses of the one that is opened (specification 2, sections 6 and 7). One query and one for what is opened, side by side, however
 * many items and accesses there are; a page beyond the last one takes two more.
 * @param holderId the organisation in which the user has `role`; by default the user.
 */
export async function dashboardPage(
  tx: Transaction<DB>,
  { userId, now, page, opened, holderId = userId, ...scope }: Shown,
): Promise<DashboardPage> {
  const holder = { userId, holderId, now }
  const found = await allKeyed({
    rows: findPurchases(tx, holder, page),
    accesses: opened === undefined ? [] : findAccesses(tx, holder, opened),
    role: scope.role,
  })
  const { role = 'buyer' } = found
  const shown = await withinPages(tx, holder, { page, rows: found.rows })
  const [first] = shown.rows
  const counts = countedBy(first)
  const groups = shown.rows.map(row => ({
    ...toGroup(row, { role, now }),
    ...(row.item_id === opened && { accesses: found.accesses.map(access => toAccess(access, { userId, role, now })) }),
  }))
  return { groups, counts, page: shown.page, pages: pagesOf(counts.total) }
}

const pagesOf = (items: number): number => Math.max(1, Math.ceil(items / PAGE_ITEMS))

/** The rows of a page, or of the last one where there is no such page. */
async function withinPages(
  tx: Transaction<DB>,
  holder: Holder,
  asked: { page: number; rows: PurchaseRow[] },
): Promise<typeof asked> {
  if (asked.rows.length > 0 || asked.page === 1) return asked
  const first = await findPurchases(tx, holder, 1)
  const last = pagesOf(first[0]?.all_items ?? 0)
  return last === 1 ? { page: 1, rows: first } : { page: last, rows: await findPurchases(tx, holder, last) }
}

/** The dashboard's four counters, which every row has. */
function countedBy(row: PurchaseRow | undefined): GroupCounts {
  const { all_items: total = 0, all_completed: completed = 0, all_in_progress: in_progress = 0 } = row ?? {}
  return { total, completed, in_progress, pending: total - completed - in_progress }
}

/** A purchase as it is shown to who has this role for it. */
export function toGroup(row: PurchaseRow, { role, now }: { role: OrganisationRole; now: Date }): DashboardGroup {
  const { item_id, order_id, order_number, order_created_at, assessment_id, slug, name, description, type } = row
  const { mode, result_mode, mode_fixed, published, repeats_order_item_id, total_seats, used_seats, completed } = row
  return {
    item_id,
    role,
    order_id,
    order_number,
    order_created_at,
    assessment_id,
    slug,
    name,
    description,
    type,
    has_questionnaire: row.questionnaire_id !== null,
    duration_min: row.duration_min,
    duration_max: row.duration_max,
    mode,
    result_mode,
    mode_fixed,
    repeats_order_item_id,
    total_seats,
    used_seats,
    due_at: row.due_at,
    ends_at: row.expires_at,
    expired: isExpired(row, now),
    state: groupState({ people: used_seats, completed, started: row.started }),
    completed,
    // The own seat of a company's purchase comes with it: nobody asked the buyer to answer.
    asked: mode === 'business' ? used_seats - row.own_unbegun : used_seats,
    published,
    level: row.level,
    due_reminders: row.due_reminders,
    step: nextStep(row.facts),
    rank: purchaseRank(row.facts),
    own: toOwn(row, now),
  }
}

function toOwn(row: PurchaseRow, now: Date): OwnAccess | undefined {
  const { own_id: id, own_email: email, own_expires_at: expires_at } = row
  if (id === null || email === null || expires_at === null) return undefined
  const named = {
    invitee_name: row.own_invitee_name,
    first_name: row.own_first_name,
    last_name: row.own_last_name,
  }
  return {
    id,
    email,
    name: nameOf(named),
    own: true,
    state: accessState({ accessed_at: row.own_accessed_at, completed_at: row.own_completed_at }),
    progress: row.own_progress ?? 0,
    expired: isExpired({ expires_at }, now),
  }
}

type Named = { invitee_name: string | null; first_name: string | null; last_name: string | null }

const nameOf = ({ invitee_name, first_name, last_name }: Named): string =>
  invitee_name ?? `${first_name ?? ''} ${last_name ?? ''}`.trim()

/** The accesses of one purchase of the holder: the buyer's own first, then the others in the order of their invitations. */
const findAccesses = (tx: Transaction<DB>, { userId, holderId }: Holder, itemId: string) =>
  tx
    .selectFrom('user_accesses as access')
    .select([
      'id',
      'email',
      'first_name',
      'last_name',
      'invitee_name',
      'job_role',
      'department',
      'access_code',
      'invited_by_user_id',
      'user_id',
      'accessed_at',
      'completed_at',
      'progress',
      'expires_at',
      'result_mode',
    ])
    .where('order_item_id', '=', itemId)
    .where('holder_id', '=', holderId)
    .where(canActSql('access.holder_id', userId, 'results'))
    .where('status', '<>', 'revoked')
    .orderBy('invited_by_user_id', order => order.asc().nullsFirst())
    .orderBy('created_at')
    .orderBy('id')
    .limit(OPENED_ACCESSES)
    .execute()

type AccessRow = Awaited<ReturnType<typeof findAccesses>>[number]

/**
 * Of another person who was promised confidentiality the database returns only whether the access is completed (spec D18).
 */
const toAccess = (
  row: AccessRow,
  { userId, role, now }: { userId: string; role: OrganisationRole; now: Date },
): DashboardAccess => {
  const own = row.invited_by_user_id === null && row.user_id === userId
  const of_buyer = row.invited_by_user_id === null && !own
  const confidential = row.result_mode === 'confidential' && !own
  return {
    id: row.id,
    email: row.email,
    name: nameOf(row),
    job_role: jobRoleText(row.job_role),
    department: row.department ?? '',
    access_code: confidential || of_buyer || role === 'results' ? null : accessCode(row.access_code),
    own,
    of_buyer,
    confidential,
    state: accessState(row),
    progress: row.progress,
    expires_at: row.expires_at,
    expired: isExpired(row, now),
  }
}
