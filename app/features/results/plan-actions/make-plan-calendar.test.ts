import { afterAll, beforeAll, expect, it } from 'vitest'
import { listClosedQuestions } from '#app/features/questionnaires/questionnaire.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { planned } from '#app/features/results/plan/plan.test-support.ts'
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { makePlanCalendar } from './make-plan-calendar.server.ts'
import type { PlanOf } from './plan-actions.server.ts'
import { beginPlan } from './work-on-plan.server.ts'

const { questionnaire } = planned.find(({ id }) => id === 'dama-dmbok2') ?? { questionnaire: { sections: [] } }
const now = new Date('2026-11-21T15:04:05Z')
let database: TestDatabase
let userId: string
let of: { itemId: string }
let ownAccess: string

beforeAll(async () => {
  database = await cloneDatabase(4)
  userId = (await createProfile(database.ownerPool)).id
  const { id: productId } = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
  const bought = await createPaidItem(database.ownerPool, { userId, productId, seats: 9, mode: 'business' })
  of = { itemId: bought.item_id }
  ownAccess = bought.owner_access_id
  const answers = Object.fromEntries(listClosedQuestions(questionnaire).map(({ field }) => [field, 1]))
  await completePeople(database.ownerPool, { ...of, userId }, [{ answers }, { answers }])
  await beginPlan(database.db, { userId, of, now: new Date() })
})
afterAll(() => database.close())

const read = async (who: string, plan: PlanOf, actionId: string | null = null): Promise<string> => {
  const file = await makePlanCalendar(database.db, {
    userId: who,
    of: plan,
    actionId,
    appUrl: 'https://tienda.example',
    now,
  })
  return new TextDecoder().decode(file.bytes).replaceAll('\r\n ', '')
}
const change = (id: string, set: string) =>
  database.ownerPool.query(`update plan_actions set ${set}, version = version + 1 where id = $1`, [id])
const ids = async () =>
  (await findConsolidated(database.db, userId, of.itemId, { withPlan: true }))?.plan?.work?.actions.map(
    ({ id }) => id,
  ) ?? []

it('has the days of what is still to be done, or of one action, for whoever sees the plan', async () => {
  await expect(read(userId, of)).rejects.toThrow('Ninguna acción por hacer tiene fecha todavía.')
  const [first = '', second = '', done = '', hidden = ''] = await ids()
  await change(
    first,
    "due_on = '2026-12-21', owner_name = 'Rosa Díaz', owner_email = 'rosa@example.cl', note = 'Con Finanzas'",
  )
  await change(second, "due_on = '2026-12-31'")
  await change(done, "due_on = '2026-12-24', state = 'done', done_at = now()")
  await change(hidden, "due_on = '2026-12-25', hidden = true")
  const all = await read(userId, of)
  expect(all.match(/DTSTART;VALUE=DATE:\d+/g)).toEqual(['DTSTART;VALUE=DATE:20261221', 'DTSTART;VALUE=DATE:20261231'])
  const one = await read(userId, of, first)
  expect(one.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(one).toContain(`UID:${first}@`)
  expect(one).toContain('SEQUENCE:2')
  expect(one).toContain('Responsable: Rosa Díaz\\nPrimero: ')
  expect(one).toContain(`https://tienda.example/account/items/${of.itemId}/results?vista=plan`)
  expect(one).not.toMatch(/rosa@|Finanzas/)
  expect(await read(userId, of, done)).toContain('20261224')
  for (const id of [hidden, crypto.randomUUID(), 'x'])
    await expect(read(userId, of, id)).rejects.toThrow('Ninguna acción')
})

it('is nothing to anybody else', async () => {
  const stranger = (await createProfile(database.ownerPool)).id
  await expect(read(stranger, of)).rejects.toThrow('No encontramos estos resultados.')
  await expect(read(stranger, { accessId: ownAccess })).rejects.toThrow('No encontramos estos resultados.')
  await expect(read(userId, { accessId: ownAccess })).rejects.toThrow('No encontramos estos resultados.')
})
