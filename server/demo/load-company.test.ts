import { afterAll, beforeAll, expect, it } from 'vitest'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { findItemTargets } from '#app/features/results/targets/choose-targets.server.ts'
import { parseRut } from '#app/kernel/rut.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { loadTestCompany } from '#tests/support/demo-company.ts'
import { createProfile } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { INVOICED } from './company.ts'

let full: TestDatabase
let used: TestDatabase
beforeAll(async () => {
  ;[full, used] = await Promise.all([cloneDatabase(), cloneDatabase()])
})
afterAll(() => Promise.all([full.close(), used.close()]))

const NOW = new Date()

const load = (database: TestDatabase): Promise<boolean> => loadTestCompany(database, NOW)

const count = async (database: TestDatabase, from: string): Promise<number> =>
  (await database.ownerPool.query<{ n: number }>(`select count(*) as n from ${from}`)).rows[0]?.n ?? 0

it('fills a new shop once, however many servers start', async () => {
  expect((await Promise.all([load(full), load(full), load(full)])).filter(Boolean)).toHaveLength(1)
  expect(await load(full)).toBe(false)
  expect(await count(full, "orders where status = 'paid' and paid_at < now() - interval '1 day'")).toBe(9)
  expect(await count(full, "payment_attempts where status = 'paid'")).toBe(9)
  expect(await count(full, "user_accesses where status = 'completed'")).toBe(28)
  expect(await count(full, "assessment_runs where status = 'completed' and closed_by = 'respondent'")).toBe(25)
  expect(await count(full, "assessment_runs where status = 'in_progress'")).toBe(1)
  expect(await count(full, 'workshop_certificates')).toBe(3)
  expect(await count(full, 'workshop_lessons')).toBe(8)
  expect(await count(full, 'workshop_sessions where starts_at > now()')).toBe(1)
  expect(await count(full, "reviews where status = 'published'")).toBe(3)
  expect(await count(full, "reviews where status = 'pending'")).toBe(1)
  expect(await count(full, 'quotations')).toBe(1)
  expect(await count(full, "plan_actions where state in ('done', 'doing') and owner_email is not null")).toBe(7)
  expect(await count(full, 'plan_actions where field is null')).toBe(1)
  expect(await count(full, 'organisation_members')).toBe(3)
  expect(await count(full, 'organisation_logos where width = 600')).toBe(1)
  expect(await count(full, 'orders where organisation_id is not null')).toBe(8)
})

it('shows a change since the year before, what became of its plan, and a trend', async () => {
  const { rows } = await full.ownerPool.query<{ id: string; user_id: string }>(
    `select order_items.id, orders.user_id from order_items join orders on orders.id = order_id
       join assessments on assessments.id = assessment_id where slug = 'dama-assessment' order by orders.created_at desc limit 1`,
  )
  const found = await findConsolidated(full.db, rows[0]?.user_id ?? '', rows[0]?.id ?? '', { withTrend: true })
  expect(found?.comparison?.method).toBe('paired')
  expect(found?.comparison?.finished?.actions).toHaveLength(4)
  const levels = found?.trend?.measurements.map(({ overall }) => overall.mean ?? 0) ?? []
  expect(levels).toHaveLength(3)
  expect(levels).toEqual(levels.toSorted())
})

it('leaves a confidential round to publish, and one whose targets can be selected', async () => {
  const { rows } = await full.ownerPool.query<{ id: string; user_id: string; confidential: boolean }>(
    `select order_items.id, orders.user_id, result_mode = 'confidential' as confidential
     from order_items join orders on orders.id = order_id join assessments on assessments.id = assessment_id
     where slug in ('seguridad-psicologica-equipos', 'experiencia-digital-cliente') order by confidential`,
  )
  const [prepared, confidential] = rows.map(({ id, user_id }) => ({ itemId: id, userId: user_id }))
  if (!prepared || !confidential) throw new Error('The demo bought neither')
  expect(await findItemTargets(full.db, prepared)).toBeDefined()
  await publish(full, confidential)
})

it('mails nobody outside of the demo, and nothing about future events', async () => {
  expect(await count(full, "mails where recipient not like '%.example'")).toBe(0)
  expect(await count(full, 'user_accesses where completed_at > now() or accessed_at > now()')).toBe(0)
})

it('bills a company with a valid RUT', () => {
  const { billing } = INVOICED
  expect(billing.document === 'factura' && parseRut(billing.rut)).toBe('76543210-3')
})

it('leaves a shop unchanged in which somebody has signed up', async () => {
  await createProfile(used.ownerPool)
  expect(await load(used)).toBe(false)
  expect(await count(used, 'orders')).toBe(0)
})
