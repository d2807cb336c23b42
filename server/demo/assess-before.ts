import type { Pool } from 'pg'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { addDays } from '#app/kernel/dates.ts'
import { type Answering, answer, enter } from './answer.ts'
import { type DEMO_EARLIER, DEMO_PEOPLE, INVOICED } from './company.ts'
import { type Demo, describe, invite, ownAccess } from './people.ts'
import { purchase } from './purchase.ts'
import { finishPlan } from './work-with-plan.ts'

/** An earlier round of the same assessment, which everybody answered then; its plan was carried out. */
export async function assessBefore(
  demo: Demo,
  buyer: SessionUser,
  { days, lower, worked }: (typeof DEMO_EARLIER)[number],
) {
  const { services, ownerPool, now } = demo
  const at = addDays(now, -days)
  const people = DEMO_PEOPLE
  const seats = people.length + 1
  const requested = { slug: 'dama-assessment', mode: 'business', seats, form: INVOICED, at } as const
  const itemId = await purchase(services, ownerPool, buyer, requested)
  const own = await ownAccess(demo, itemId, buyer)
  const answering: [who: Answering, view: number][] = [[own, 2.8]]
  for (const [index, person] of people.entries()) {
    const respondent = await enter(services, await invite(demo, buyer, itemId, person, at), addDays(at, index + 1))
    answering.push([{ ...respondent, ...describe(person) }, person.view])
  }
  const end = await endAt(ownerPool, itemId, addDays(now, 1))
  for (const [index, [who, view]] of answering.entries()) {
    // Some have come a longer way than others.
    const then = view - lower * (0.4 + (index % 3) * 0.6)
    await answer(services, who, 'dama-dmbok2', { view: then }, addDays(at, index + 1))
  }
  await endAt(ownerPool, itemId, end)
  if (worked) await finishPlan(services, { itemId, buyer, people, now: addDays(at, 150) })
}

/**
 * Sets when a purchase's accesses end, and the sessions that were opened with them: policies compare both with today, so that nobody could
 * answer as long ago. Returns when they ended before.
 */
async function endAt(ownerPool: Pool, itemId: string, end: Date): Promise<Date> {
  const { rows } = await ownerPool.query<{ before: Date }>(
    `with earlier as (select max(expires_at) as before from user_accesses where order_item_id = $1),
     sessions as (
       update respondent_sessions session set expires_at = $2 from user_accesses access
       where access.id = session.access_id and access.order_item_id = $1)
     update user_accesses set expires_at = $2 from earlier where order_item_id = $1 returning before`,
    [itemId, end],
  )
  return rows[0]?.before ?? end
}
