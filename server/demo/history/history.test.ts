import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '#app/features/accounting/check-ledger.server.ts'
import { findAnalytics, findReport } from '#app/features/analytics/find-analytics.server.ts'
import { addDays, type Day, dayOf, shiftDay } from '#app/kernel/dates.ts'
import { parseRut } from '#app/kernel/rut.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { loadTestCompany } from '#tests/support/demo-company.ts'
import { HISTORY_DAYS, historyDays } from './business-days.ts'
import { COMPANY_BUYERS } from './buyers.ts'
import { pastSales } from './sales.ts'
import { type Product, pastVisits } from './visits.ts'

const NOW = new Date()
const TODAY = dayOf(NOW)

const PRODUCTS: Product[] = ['agilidad', 'dama-assessment'].map((slug, index) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  slug,
  base_price_clp: 1000,
}))

const isWeekend = (day: Day): boolean => [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())

/** How often something happened on a weekday and on a day of a weekend. */
function rates(moments: readonly Date[], now: Date): { weekday: number; weekend: number } {
  const days = historyDays(now)
  const weekends = days.filter(isWeekend).length
  const onWeekends = moments.filter(moment => isWeekend(dayOf(moment))).length
  return { weekday: (moments.length - onWeekends) / (days.length - weekends), weekend: onWeekends / weekends }
}

describe.each([0, 1, 2, 3, 4, 5, 6])('on a start %i days from today', later => {
  const now = addDays(NOW, later)
  const sales = pastSales(now)
  const visits = pastVisits(now, PRODUCTS, [])

  it('is of the sixty days before, in order, and the same again', () => {
    const [first, last] = [shiftDay(dayOf(now), -HISTORY_DAYS), shiftDay(dayOf(now), -1)]
    for (const moments of [sales.map(({ at }) => at), visits.map(({ at }) => at)]) {
      const days = moments.map(dayOf)
      expect(days).toEqual(days.toSorted())
      expect([days[0], days.at(-1)].every(day => day !== undefined && day >= first && day <= last)).toBe(true)
    }
    expect(pastSales(now)).toEqual(sales)
    expect(pastVisits(now, PRODUCTS, [])).toEqual(visits)
  })

  it('has more business on weekdays', () => {
    const bought = rates(
      sales.map(({ at }) => at),
      now,
    )
    expect(bought.weekday).toBeGreaterThan(1.5 * bought.weekend)
    const seen = rates(
      visits.filter(({ type }) => type === 'plp_view').map(({ at }) => at),
      now,
    )
    expect(seen.weekday).toBeGreaterThan(2 * seen.weekend)
  })
})

it('bills companies with RUTs of their own', () => {
  const ruts = COMPANY_BUYERS.map(({ company }) => company?.rut ?? '')
  expect(ruts.map(parseRut)).toEqual(ruts)
  expect(new Set(ruts).size).toBe(ruts.length)
})

describe('in the back office', () => {
  let shop: TestDatabase
  let actor: { kind: 'admin'; userId: string }
  beforeAll(async () => {
    shop = await cloneDatabase()
    await loadTestCompany(shop, NOW)
    const { rows } = await shop.ownerPool.query<{ id: string }>("select id from profiles where role = 'admin'")
    actor = { kind: 'admin', userId: rows[0]?.id ?? '' }
  })
  afterAll(() => shop.close())

  const recent = { from: shiftDay(TODAY, -30), to: shiftDay(TODAY, -1) }
  const before = { from: shiftDay(TODAY, -60), to: shiftDay(TODAY, -31) }
  const read = () =>
    findAnalytics(shop.db, actor, { days: recent, previous: before, today: TODAY, divisions: ['origen', 'producto'] })

  it('every paid order of the period and of the one before was paid in a measured visit, one to three in a hundred', async () => {
    const found = await read()
    for (const { figures, steps } of [found.now, found.before ?? found.now]) {
      expect(steps.paid).toBe(figures.paid)
      expect(figures.paid).toBeGreaterThan(10)
      const conversion = steps.paid / figures.visits
      expect(conversion).toBeGreaterThan(0.01)
      expect(conversion).toBeLessThan(0.03)
      const counts = [figures.visits, steps.view, steps.click, steps.cart, steps.checkout, steps.paid]
      expect(counts).toEqual(counts.toSorted((one, other) => other - one))
      expect(steps.checkout).toBeGreaterThan(steps.paid)
    }
    expect(found.divided.origen?.length).toBeGreaterThan(4)
    expect(found.codes.map(({ code }) => code)).toContain('DEMO20')
  })

  it('compares with the period before, and names five products', async () => {
    const { kpis, top, sums } = await findReport(shop.db, actor, { days: recent, previous: before, today: TODAY })
    for (const { key, value, before: earlier } of kpis) {
      expect(value, key).toBeGreaterThan(0)
      expect(earlier, key).toBeGreaterThan(0)
    }
    expect(top).toHaveLength(5)
    expect(sums.refunded).toBeGreaterThan(0)
  })

  it('has books that agree with its orders, day by day', async () => {
    while ((await checkLedger(shop.db, addDays(NOW, 2))) > 0);
    const { rows } = await shop.ownerPool.query(
      'select count(*)::integer as days, sum(difference_count)::integer as differences from ledger_checks',
    )
    expect(rows[0]?.days).toBeGreaterThan(60)
    expect(rows[0]?.differences).toBe(0)
    const { rows: apart } = await shop.ownerPool.query(
      `select order_number from orders where paid_at is not null and (
         not exists (select from ledger_entries where event = 'sale' and order_id = orders.id and at = paid_at)
         or not exists (select from payment_attempts where order_id = orders.id and status in ('paid', 'refunded', 'partially_refunded')))`,
    )
    expect(apart).toEqual([])
    const { rows: refunds } = await shop.ownerPool.query(
      "select count(*)::integer as n from refunds where status = 'done'",
    )
    expect(refunds).toEqual([{ n: 3 }])
  })
})
