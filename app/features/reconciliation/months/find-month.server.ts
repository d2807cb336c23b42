import type { Kysely, Transaction } from 'kysely'
import { findBookEntries } from '#app/features/orders/paid-orders.server.ts'
import type { BookEntry, Month } from '#app/features/orders/sales-book.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { startOfDay } from '#app/kernel/dates.ts'
import { type Actor, readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ReconciledGateway } from '#app/platform/database/values.ts'
import { type ClosedMonth, findClosing, findOpenWork } from './close-month.server.ts'
import { findChargebacks, findLedgerTotals, findPayouts, findTotals } from './month-totals.server.ts'
import type { ChargebackLine, LedgerTotals, MonthTotals, OpenWork, Payout } from './month-totals.ts'

type Asked = { actor: Actor; month: Month; gateway: ReconciledGateway }

/** A month for its page. */
export type MonthOverview = {
  totals: MonthTotals
  ledger: LedgerTotals
  closing: ClosedMonth | undefined
  open: OpenWork
  payouts: Payout[]
}

/** A month's totals as they are now and as they were closed, with the ledger's, what is open, and the deposits. */
export const findMonth = (db: Kysely<DB>, { actor, ...asked }: Asked): Promise<MonthOverview> =>
  readAs(db, actor, tx => overview(tx, asked))

function overview(tx: Transaction<DB>, { month, gateway }: Omit<Asked, 'actor'>): Promise<MonthOverview> {
  const span = { first: month.first, next: month.next, gateway }
  return allKeyed({
    totals: findTotals(tx, span),
    ledger: findLedgerTotals(tx, span),
    closing: findClosing(tx, month),
    open: findOpenWork(tx, span),
    payouts: findPayouts(tx, span),
  })
}

/** Everything of a month's file, read at one moment. */
export type MonthRecords = MonthOverview & { entries: BookEntry[]; chargebacks: ChargebackLine[] }

export const findMonthRecords = (db: Kysely<DB>, { actor, ...asked }: Asked): Promise<MonthRecords> =>
  readAs(db, actor, async tx => {
    const { overview: shown, ...lines } = await allKeyed({
      overview: overview(tx, asked),
      entries: findBookEntries(tx, { from: startOfDay(asked.month.first), until: startOfDay(asked.month.next) }),
      chargebacks: findChargebacks(tx, asked.month),
    })
    return { ...shown, ...lines }
  })
