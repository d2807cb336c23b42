import { afterAll, beforeAll, expect, it } from 'vitest'
import { dashboardPage } from '#app/features/accesses/dashboard/dashboard.server.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { findItemTargets } from '#app/features/results/targets/choose-targets.server.ts'
import { parseRut } from '#app/kernel/rut.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
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

/** Of accounts that can log in, and not of those who bought in the past. */
const OF_LOGINS = 'user_id in (select user_id from auth.accounts)'

it('fills a new shop once, however many servers start', async () => {
  expect((await Promise.all([load(full), load(full), load(full)])).filter(Boolean)).toHaveLength(1)
  expect(await load(full)).toBe(false)
  expect(
    await count(full, `orders where status = 'paid' and paid_at < now() - interval '1 day' and ${OF_LOGINS}`),
  ).toBe(12)
  expect(await count(full, `payment_attempts where status = 'paid' and ${OF_LOGINS}`)).toBe(12)
  expect(await count(full, `user_accesses where status = 'completed' and ${OF_LOGINS}`)).toBe(38)
  const runs = `assessment_runs where validated_access_id in (select id from user_accesses where ${OF_LOGINS})`
  expect(await count(full, `${runs} and status = 'completed' and closed_by = 'respondent'`)).toBe(35)
  expect(await count(full, `${runs} and status = 'in_progress'`)).toBe(1)
  expect(await count(full, 'workshop_certificates')).toBe(3)
  expect(await count(full, 'workshop_lessons')).toBe(8)
  expect(await count(full, 'workshop_sessions where starts_at > now()')).toBe(1)
  expect(await count(full, "reviews where status = 'published'")).toBe(3)
  expect(await count(full, "reviews where status = 'pending'")).toBe(1)
  expect(await count(full, `quotations where ${OF_LOGINS}`)).toBe(1)
  expect(await count(full, "plan_actions where state in ('done', 'doing') and owner_email is not null")).toBe(7)
  expect(await count(full, 'plan_actions where field is null')).toBe(1)
  expect(await count(full, 'organisation_members')).toBe(4)
  expect(await count(full, 'organisation_logos where width = 600')).toBe(1)
  expect(await count(full, 'orders where organisation_id is not null')).toBe(11)
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

it('has the newest finished result first on its dashboard, and purchases that need their buyer below', async () => {
  const { rows } = await full.ownerPool.query<{ user_id: string; holder_id: string }>(
    `select user_id, holder_id from orders join organisations on organisations.id = organisation_id
     where organisations.name = 'Viña Los Aromos SpA' limit 1`,
  )
  const [{ user_id: userId, holder_id: holderId } = { user_id: '', holder_id: '' }] = rows
  const { groups } = await asActor(full.db, { kind: 'user', userId }, tx =>
    dashboardPage(tx, { userId, holderId, now: NOW, page: 1 }),
  )
  expect(groups[0]).toMatchObject({ slug: 'dama-assessment', step: 'results', completed: 8, asked: 8 })
  const [, ...others] = groups.map(({ step }) => step)
  expect(new Set(others)).toEqual(new Set(['remind', 'invite', 'results', 'workshop']))
})

it('has a consultant with two client companies, one of which has results', async () => {
  const { rows } = await full.ownerPool.query<{ name: string; completed: number }>(
    `select client.name, (select count(*)::integer from user_accesses where holder_id = client.id and status = 'completed') as completed
     from organisations consultant join organisations client on client.consultant_id = consultant.id
     where consultant.is_consultant order by 1`,
  )
  expect(rows).toEqual([
    { name: 'Clínica Los Tilos', completed: 0 },
    { name: 'Frigorífico Llanquihue SpA', completed: 3 },
  ])
})

it('leaves a confidential round to publish, and one whose targets can be selected', async () => {
  const { rows } = await full.ownerPool.query<{ id: string; user_id: string; confidential: boolean }>(
    `select order_items.id, orders.user_id, result_mode = 'confidential' as confidential
     from order_items join orders on orders.id = order_id join assessments on assessments.id = assessment_id
     where slug in ('seguridad-psicologica-equipos', 'experiencia-digital-cliente') and orders.${OF_LOGINS} order by confidential`,
  )
  const [prepared, confidential] = rows.map(({ id, user_id }) => ({ itemId: id, userId: user_id }))
  if (!prepared || !confidential) throw new Error('The demo bought neither')
  expect(await findItemTargets(full.db, prepared)).toBeDefined()
  await publish(full, confidential)
})

it('mails nobody outside of the demo, and nothing about future events', async () => {
  expect(await count(full, "mails where recipient not like '%.example'")).toBe(0)
  expect(await count(full, 'user_accesses where completed_at > now() or accessed_at > now()')).toBe(0)
  expect(await count(full, 'orders where created_at > now() or paid_at > now()')).toBe(0)
  expect(await count(full, 'analytics_events where created_at > now()')).toBe(0)
  expect(
    await count(full, 'orders join profiles on profiles.id = user_id where orders.created_at < profiles.created_at'),
  ).toBe(0)
  expect(
    await count(
      full,
      "mails where status = 'queued' and recipient like '%correo.example' and recipient <> 'tomas@correo.example'",
    ),
  ).toBe(0)
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
