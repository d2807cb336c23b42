import type { SessionUser } from '#app/features/identity/session.server.ts'
import { findWorkshopVisit } from '#app/features/workshops/find-workshop-visit.server.ts'
import { markLesson } from '#app/features/workshops/mark-lesson.server.ts'
import { recordAttendance, scheduleSession } from '#app/features/workshops/schedule-session.server.ts'
import { sessionForm } from '#app/features/workshops/session-schema.server.ts'
import { addDays, fromClock, toSantiago } from '#app/kernel/dates.ts'
import { type Answering, enter } from './answer.ts'
import { DEMO_DAYS, DEMO_PEOPLE, INVOICED } from './company.ts'
import { type Demo, invite, mailedCode, ownAccess } from './people.ts'
import { type DemoServices, purchase } from './purchase.ts'

export async function holdWorkshop(demo: Demo, buyer: SessionUser): Promise<void> {
  const at = addDays(demo.now, -DEMO_DAYS.dashboards)
  const itemId = await buyWorkshop(demo, buyer, 'taller-tableros-que-se-entienden', 4, 3, at)
  const held = await schedule(demo, itemId, { at: addDays(at, 1), inDays: 11, place: 'Sala Maule, Talca' })
  const { rows } = await demo.ownerPool.query<{ id: string }>(
    'select id from user_accesses where order_item_id = $1 order by created_at, id limit 3',
    [itemId],
  )
  const accessIds = rows.map(row => row.id)
  const input = { actor: demo.admin, itemId, accessIds, now: addDays(held, 1) }
  await recordAttendance(demo.services.db, input)
}

export async function planWorkshop(demo: Demo, buyer: SessionUser): Promise<void> {
  const at = addDays(demo.now, -DEMO_DAYS.generative)
  const itemId = await buyWorkshop(demo, buyer, 'taller-ia-generativa-equipos', 6, 4, at)
  await schedule(demo, itemId, { at: addDays(at, 1), inDays: 14, place: 'Casa matriz, Talca' })
}

/** A workshop at one's own pace: Antonia has done three of its lessons, a colleague five. */
export async function readLessons(demo: Demo, buyer: SessionUser): Promise<void> {
  const { services, ownerPool, now } = demo
  const at = addDays(now, -DEMO_DAYS.lessons)
  const itemId = await buyWorkshop(demo, buyer, 'taller-kanban', 3, 1, at)
  const { accessId, actor } = await ownAccess(demo, itemId, buyer)
  await doLessons(services, { actor, accessId, count: 3, at: addDays(at, 1) })
  const [{ email } = { email: '' }] = DEMO_PEOPLE
  const entered = await enter(services, await mailedCode(ownerPool, itemId, email), at)
  await doLessons(services, { ...entered, count: 5, at: addDays(at, 2) })
}

type Reading = Pick<Answering, 'actor' | 'accessId'> & { count: number; at: Date }

async function doLessons({ db }: DemoServices, { actor, accessId, count, at }: Reading): Promise<void> {
  const actors = (async function* () {
    yield actor
  })()
  const found = await findWorkshopVisit(db, { actors, accessId, now: at })
  if (found?.state !== 'open') throw new Error('The demo bought no lessons')
  const { visit } = found
  for (const { key } of visit.lessons.slice(0, count)) {
    await markLesson(db, { actor, visit, lesson: key, isDone: true, now: at })
  }
}

async function buyWorkshop(demo: Demo, buyer: SessionUser, slug: string, seats: number, people: number, at: Date) {
  const requested = { slug, mode: 'business', seats, form: INVOICED, at } as const
  const itemId = await purchase(demo.services, demo.ownerPool, buyer, requested)
  for (const person of DEMO_PEOPLE.slice(0, people)) await invite(demo, buyer, itemId, person, at)
  return itemId
}

/** Schedules an item's workshop at ten in the morning in Santiago. @returns its start. */
async function schedule(
  { services, admin }: Demo,
  itemId: string,
  { at, inDays, place }: { at: Date; inDays: number; place: string },
): Promise<Date> {
  const { day } = toSantiago(addDays(at, inDays))
  const written = { intent: 'set', revision: 0, day, time: '10:00', minutes: '180', place, link: '', notes: '' }
  const form = sessionForm.parse(written)
  await scheduleSession(services.db, { actor: admin, itemId, form, now: at })
  return fromClock(`${day}T10:00`) ?? at
}
