import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import type { Month } from '#app/features/orders/sales-book.ts'
import { lockReconciliation } from '#app/features/reconciliation/days/days.server.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { pesos } from '#app/kernel/money.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { storableJson } from '#app/kernel/text.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ReconciledGateway } from '#app/platform/database/values.ts'
import { findTotals } from './month-totals.server.ts'
import { type MonthTotals, type OpenWork, openWorkText } from './month-totals.ts'

export type ClosedMonth = {
  totals: MonthTotals
  open_days: number
  open_differences: number
  reason: string | null
  closed_at: Date
  closed_by: string
}

const amount = z.number().int().transform(pesos)
const count = z.number().int()
const storedTotals: z.ZodType<MonthTotals> = z.object({
  sale_count: count,
  sales_net: amount,
  sales_vat: amount,
  sales_total: amount,
  refund_count: count,
  refunds_net: amount,
  refunds_vat: amount,
  refunds_total: amount,
  chargebacks: amount,
  fees_net: amount,
  fees_vat: amount,
  payouts: amount,
})

/** The closing of a month; undefined while it is open. */
export async function findClosing(tx: Transaction<DB>, month: Pick<Month, 'first'>): Promise<ClosedMonth | undefined> {
  const { rows } = await sql<Omit<ClosedMonth, 'totals'> & { totals: unknown }>`
    select totals, open_days, open_differences, reason, closed_at, btrim(person.first_name || ' ' || person.last_name) as closed_by
    from month_closings closing join profiles person on person.id = closing.closed_by
    where closing.month = ${month.first}::date`.execute(tx)
  const [closing] = rows
  return closing && { ...closing, totals: storedTotals.parse(closing.totals) }
}

/** Days of a month that are not reconciled, and their open differences. */
export async function findOpenWork(
  tx: Transaction<DB>,
  { first, next, gateway }: Pick<Month, 'first' | 'next'> & { gateway: ReconciledGateway },
): Promise<OpenWork> {
  const { rows } = await sql<OpenWork>`
    select count(*)::integer as days, coalesce(sum(open_count), 0)::integer as differences from reconciliation_days
    where gateway = ${gateway} and day >= ${first}::date and day < ${next}::date and state <> 'reconciled'`.execute(tx)
  return rows[0] ?? { days: 0, differences: 0 }
}

/** Keeps the totals of a month for good. */
async function insertClosing(
  tx: Transaction<DB>,
  {
    month,
    totals,
    now,
    ...accepted
  }: {
    month: Month
    totals: MonthTotals
    now: Date
    open_days: number
    open_differences: number
    reason: string | null
  },
): Promise<void> {
  await tx
    .insertInto('month_closings')
    .values({ month: month.first, totals: storableJson(totals), ...accepted, closed_at: now })
    .execute()
}

/**
 * Closes a month once: its totals are kept as they are now, with who closed it and what was accepted open. Nothing is
 * locked by it: what changes later is shown beside the kept totals.
 * @param reason '' when nothing is open. @throws Refusal where its last day has not ended, or what is open needs a reason
 */
export const closeMonth = (
  db: Kysely<DB>,
  {
    actor,
    month,
    gateway,
    reason,
    now,
  }: { actor: Extract<Actor, { kind: 'admin' }>; month: Month; gateway: ReconciledGateway; reason: string; now: Date },
): Promise<MonthTotals> =>
  asActor(db, actor, async tx => {
    if (month.next > dayOf(now)) refuse('El mes todavía no termina.')
    await lockReconciliation(tx)
    if (await findClosing(tx, month)) refuse('Otra persona ya cerró este mes.')
    const open = await findOpenWork(tx, { ...month, gateway })
    const hasOpen = open.days + open.differences > 0
    if (hasOpen && reason === '') refuse(`Escribe por qué se cierra con ${openWorkText(open)}`, { field: 'reason' })
    const totals = await findTotals(tx, { ...month, gateway })
    const accepted = { open_days: open.days, open_differences: open.differences, reason: hasOpen ? reason : null }
    await insertClosing(tx, { month, totals, now, ...accepted })
    await writeAudit(tx, {
      action: 'month_closed',
      entity: 'month_closings',
      entity_id: month.value,
      after: { ...totals, ...accepted },
    })
    return totals
  })
