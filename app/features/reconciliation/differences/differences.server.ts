import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { lockReconciliation } from '#app/features/reconciliation/days/days.server.ts'
import { reconcileDays } from '#app/features/reconciliation/days/reconcile-days.server.ts'
import type { Day } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type {
  DifferenceKind,
  DifferenceStatus,
  MovementKind,
  OrderStatus,
  ReconciledGateway,
  ReportSource,
} from '#app/platform/database/values.ts'
import { reviewFields } from './differences.ts'

export const REVIEW_INTENTS = ['review', 'reopen'] as const

export const reviewForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('review'), ...shapeOf(reviewFields) }),
  z.object({ intent: z.literal('reopen') }),
])

/**
 * Marks a difference as reviewed with what was found, or as open again; its day follows. It stays reviewed while it is the
 * same to the peso.
 * @param note null: open again. @throws Refusal where it is settled, or somebody else reviewed it
 */
export const reviewDifference = (
  db: Kysely<DB>,
  { actor, id, note, now }: { actor: Extract<Actor, { kind: 'admin' }>; id: string; note: string | null; now: Date },
): Promise<void> =>
  asActor(db, actor, async tx => {
    await lockReconciliation(tx)
    const review = note === null ? null : { note, userId: actor.userId, now }
    const reviewed = await setReviewed(tx, { id, review })
    if (!reviewed) refuse('La diferencia cambió entretanto: se resolvió, u otra persona la revisó.')
    const { gateway, day, kind, order_id } = reviewed
    await reconcileDays(tx, { gateway, days: [day], now })
    await writeAudit(tx, {
      action: note === null ? 'difference_reopened' : 'difference_reviewed',
      entity: 'reconciliation_differences',
      entity_id: id,
      after: { day, kind, ...(order_id && { order_id }), ...(note !== null && { note }) },
    })
  })

/** A difference with all that both sides know, for its page. */
export type DifferenceDetail = {
  id: string
  gateway: ReconciledGateway
  day: Day
  kind: DifferenceKind
  reference: string | null
  authorization_code: string | null
  our_clp: Pesos | null
  their_clp: Pesos | null
  status: DifferenceStatus
  note: string | null
  reviewed_at: Date | null
  reviewer: string | null
  order_id: string | null
  order_number: string | null
  order_status: OrderStatus | null
  /** The line of the report, where there is one. */
  line: {
    report_id: string
    file_name: string
    row_number: number
    source: ReportSource
    kind: MovementKind
    amount_clp: Pesos
    day: Day
    accounting_day: Day | null
    card_last4: string | null
    payment_type: string | null
  } | null
}

/** One difference; undefined when it is gone. */
export async function findDifference(tx: Transaction<DB>, id: string): Promise<DifferenceDetail | undefined> {
  const { rows } = await sql<DifferenceDetail>`
    select difference.id, difference.gateway, difference.day::text, difference.kind, difference.reference,
      difference.authorization_code, our_clp, their_clp, difference.status, difference.note, reviewed_at,
      btrim(person.first_name || ' ' || person.last_name) as reviewer,
      difference.order_id, orders.order_number, orders.status as order_status,
      case when movement.id is not null then jsonb_build_object('report_id', report.id, 'file_name', report.file_name,
        'row_number', movement.row_number, 'source', movement.source, 'kind', movement.kind, 'amount_clp', movement.amount_clp,
        'day', movement.day, 'accounting_day', movement.accounting_day, 'card_last4', movement.card_last4,
        'payment_type', movement.payment_type) end as line
    from reconciliation_differences difference
      left join orders on orders.id = difference.order_id
      left join profiles person on person.id = difference.reviewed_by
      left join gateway_movements movement on movement.id = difference.movement_id
      left join gateway_reports report on report.id = movement.report_id
    where difference.id = ${id}`.execute(tx)
  return rows[0]
}

type Reviewed = { id: string; gateway: ReconciledGateway; day: Day; kind: DifferenceKind; order_id: string | null }

/** Marks an open difference as reviewed, or a reviewed one as open again. Undefined: it is gone, or so already. */
async function setReviewed(
  tx: Transaction<DB>,
  { id, review }: { id: string; review: { note: string; userId: string; now: Date } | null },
): Promise<Reviewed | undefined> {
  const { rows } = await sql<Reviewed>`
    update reconciliation_differences
    set status = ${review ? 'reviewed' : 'open'}, note = ${review?.note ?? null}, reviewed_by = ${review?.userId ?? null},
      reviewed_at = ${review?.now ?? null}
    where id = ${id} and status = ${review ? 'open' : 'reviewed'}
    returning id, gateway, day::text, kind, order_id`.execute(tx)
  return rows[0]
}
