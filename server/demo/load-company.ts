import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { fullName } from '#app/features/identity/identity.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { manageOrganisation, type OrganisationCommand } from '#app/features/organisations/manage-organisation.server.ts'
import { acceptInvitation } from '#app/features/organisations/organisations.server.ts'
import { createQuotation } from '#app/features/quotations/create-quotation.server.ts'
import { chooseResultMode } from '#app/features/results/rounds/publish-results.server.ts'
import { moderateReview } from '#app/features/reviews/moderate-review.server.ts'
import { rateAccess } from '#app/features/reviews/rate-access.server.ts'
import { addDays } from '#app/kernel/dates.ts'
import { makeDemoAccount } from './account.ts'
import { type Answering, answer, enter } from './answer.ts'
import { assessBefore } from './assess-before.ts'
import {
  DEMO_BUYER,
  DEMO_CLIENT,
  DEMO_COLLEAGUES,
  DEMO_DAYS,
  DEMO_EARLIER,
  DEMO_PEOPLE,
  type DemoPerson,
  INVOICED,
  RECEIPTED,
} from './company.ts'
import { advise } from './consultant.ts'
import { uploadLogo } from './demo-logo.ts'
import { recordHistory } from './history/record-history.ts'
import { type Demo, describe, invite, mailedCode, ownAccess } from './people.ts'
import { choiceOf, type DemoServices, purchase, unwrap } from './purchase.ts'
import { workWithPlan } from './work-with-plan.ts'
import { holdWorkshop, planWorkshop, readLessons } from './workshops.ts'

/**
 * Fills a new demo with a company's activity, so that its dashboards and the back office have data: two buyers and a consultant,
 * purchases of the last weeks, answers, past and future workshops, reviews; and with the sales to others and the visits of
 * sixty days. Everything but the visits goes through the same use cases as visitors' clicks. A shop in which anybody has signed up stays unchanged.
 * @param now the first start: everything happens on the days before it.
 * @returns whether it filled the shop.
 */
export async function loadDemoCompany(services: DemoServices, ownerPool: Pool, now: Date): Promise<boolean> {
  const client = await ownerPool.connect()
  try {
    // Of servers that start together the first fills the shop.
    const { rows } = await client.query<{ admin: string; free: boolean }>(
      `select profiles.id as admin, pg_try_advisory_lock(hashtext('demo.company')) as free
       from profiles where role = 'admin' and not exists (select from profiles where role <> 'admin')
         and not exists (select from orders) order by created_at limit 1`,
    )
    const [empty] = rows
    if (!empty?.free) return false
    const antonia = await makeDemoAccount(client, services.auth, DEMO_BUYER)
    const tomas = await makeDemoAccount(client, services.auth, DEMO_CLIENT)
    const demo: Demo = { services, ownerPool, admin: { kind: 'admin', userId: empty.admin }, now }
    for (const earlier of DEMO_EARLIER) await assessBefore(demo, antonia, earlier)
    await assessMaturity(demo, antonia)
    await pilotMaturity(demo, antonia)
    await askConfidentially(demo, antonia)
    await prepareRound(demo, antonia)
    await holdWorkshop(demo, antonia)
    await planWorkshop(demo, antonia)
    await readLessons(demo, antonia)
    await askForQuotation(demo, antonia)
    await shareWithColleagues(demo, client, antonia)
    await learnAlone(demo, tomas)
    await advise(demo, client)
    await recordHistory(demo)
    await dateAccounts(ownerPool)
    return true
  } finally {
    // Closing the connection releases its lock.
    client.release(true)
  }
}

/** Whoever bought opened the account for the first purchase or quotation. */
const dateAccounts = (ownerPool: Pool) =>
  ownerPool.query(
    `update profiles set created_at = bought.at - interval '20 minutes'
     from (
       select user_id, min(created_at) as at
       from (select user_id, created_at from orders union all select user_id, issued_at from quotations) made group by user_id) bought
     where bought.user_id = profiles.id`,
  )

/** The company as an organisation with all its purchases; the colleagues can log in like Antonia. */
async function shareWithColleagues({ services, ownerPool, now }: Demo, client: PoolClient, buyer: SessionUser) {
  const manage = (command: OrganisationCommand) => manageOrganisation(services.db, buyer, command, now)
  const { name, rut } = INVOICED.billing.document === 'factura' ? INVOICED.billing : { name: '', rut: null }
  const organisation = (await manage({ intent: 'create', name, rut })) ?? ''
  await uploadLogo(services, { userId: buyer.id, organisationId: organisation, now })
  const { rows } = await ownerPool.query<{ order_number: string }>(
    'select order_number from orders where user_id = $1 and has_business',
    [buyer.id],
  )
  for (const { order_number: order } of rows) await manage({ intent: 'move', organisation, order })
  for (const { role, ...person } of DEMO_COLLEAGUES) {
    const { company, password } = DEMO_BUYER
    const colleague = await makeDemoAccount(client, services.auth, { ...person, company, password, phone: null })
    await manage({ intent: 'invite', organisation, emails: [person.email], role })
    const token = await invitationTokenOf(ownerPool, person.email)
    const joined = await acceptInvitation(services.db, { token, userId: colleague.id, now })
    if (!joined) throw new Error('The invitation to the organisation was not accepted')
  }
}

/** The secret of the newest invitation's link, which only its mail contains. */
async function invitationTokenOf(ownerPool: Pool, email: string): Promise<string> {
  const { rows } = await ownerPool.query<{ link: string }>(
    `select params ->> 'enlace_organizacion' as link from mails
     where recipient = $1 and template = 'organisation_invitation' order by created_at desc limit 1`,
    [email],
  )
  return new URLSearchParams(rows[0]?.link.split('?')[1]).get('token') ?? ''
}

async function assessMaturity(demo: Demo, buyer: SessionUser): Promise<void> {
  const { services, ownerPool, now } = demo
  const at = addDays(now, -DEMO_DAYS.maturity)
  const requested = { slug: 'dama-assessment', mode: 'business', seats: 10, form: INVOICED, at } as const
  const itemId = await purchase(services, ownerPool, buyer, requested)
  await answer(services, await ownAccess(demo, itemId, buyer), 'dama-dmbok2', { view: 2.8 }, addDays(at, 1))
  for (const [index, person] of DEMO_PEOPLE.entries()) {
    const invited = await invite(demo, buyer, itemId, person, addDays(at, 1))
    const began = addDays(now, -person.began)
    const respondent = await enter(services, invited, began)
    await answer(services, { ...respondent, ...describe(person) }, 'dama-dmbok2', person, began)
    if (person.rating) await rate(demo, respondent, person.rating, index < 3)
  }
  await workWithPlan(services, { itemId, buyer, people: DEMO_PEOPLE, now })
}

/** A round under way: one of three has answered, one is half done. */
async function pilotMaturity(demo: Demo, buyer: SessionUser): Promise<void> {
  const { services, now } = demo
  const slug = 'madurez-digital'
  const at = addDays(now, -DEMO_DAYS.pilot)
  const requested = { slug, mode: 'business', seats: 4, form: INVOICED, at } as const
  const itemId = await purchase(services, demo.ownerPool, buyer, requested)
  for (const [index, person] of DEMO_PEOPLE.slice(0, 3).entries()) {
    const invited = await invite(demo, buyer, itemId, person, at)
    if (index === 2) continue
    const began = addDays(at, 2 + 4 * index)
    const respondent = await enter(services, invited, began)
    const manner = { view: person.view, ...(index === 1 && { sections: 2 }) }
    await answer(services, { ...respondent, ...describe(person) }, slug, manner, began)
  }
}

/** A confidential round in which enough people answered to publish its results. */
async function askConfidentially(demo: Demo, buyer: SessionUser): Promise<void> {
  const { services, ownerPool, now } = demo
  const slug = 'seguridad-psicologica-equipos'
  const at = addDays(now, -DEMO_DAYS.safety)
  const itemId = await purchase(services, ownerPool, buyer, { slug, mode: 'business', seats: 8, form: INVOICED, at })
  const mode = 'confidential'
  if (!(await chooseResultMode(services.db, { userId: buyer.id, itemId, mode })))
    throw new Error(`No purchase ${itemId}`)
  for (const [index, person] of DEMO_PEOPLE.entries()) {
    await invite(demo, buyer, itemId, person, at)
    if (index === DEMO_PEOPLE.length - 1) continue
    const began = addDays(at, index + 1)
    const respondent = await enter(services, await mailedCode(ownerPool, itemId, person.email), began)
    const manner = { view: person.view + 0.6 }
    await answer(services, { ...respondent, ...describe(person), promised: mode }, slug, manner, began)
  }
}

/** A round that is about to start: its targets can still be selected. */
async function prepareRound(demo: Demo, buyer: SessionUser): Promise<void> {
  const at = addDays(demo.now, -DEMO_DAYS.customers)
  const requested = { slug: 'experiencia-digital-cliente', mode: 'business', seats: 6, form: INVOICED, at } as const
  const itemId = await purchase(demo.services, demo.ownerPool, buyer, requested)
  for (const person of DEMO_PEOPLE.slice(0, 4)) await invite(demo, buyer, itemId, person, at)
}

async function rate(
  { services: { db }, ownerPool, admin }: Demo,
  { actor, accessId }: Pick<Answering, 'actor' | 'accessId'>,
  form: NonNullable<DemoPerson['rating']>,
  isPublished: boolean,
): Promise<void> {
  const actors = (async function* () {
    yield actor
  })()
  await rateAccess({ db }, { actors, accessId, form })
  const { rows } = await ownerPool.query<{ id: string; revision: number }>(
    'select id, revision from reviews where access_id = $1',
    [accessId],
  )
  const [review] = rows
  if (!review || !isPublished) return
  const decision = { to: 'published' } as const
  await moderateReview({ db }, { actor: admin, reviewId: review.id, revision: review.revision, decision })
}

async function askForQuotation({ services, ownerPool, now }: Demo, buyer: SessionUser): Promise<void> {
  const requested = { slug: 'madurez-digital', mode: 'business', seats: 30 } as const
  const { choice, totalClp } = await choiceOf(ownerPool, requested)
  const cart = { key: randomUUID(), choices: [choice], code: null, quotation: null, expected_total_clp: totalClp }
  const form = {
    buyer_name: fullName(buyer),
    buyer_phone: buyer.phone,
    company_name: buyer.company,
    company_rut: null,
    company_address: null,
    reference: 'Presupuesto 2027',
  }
  unwrap(await createQuotation(services.db, buyer, cart, form, addDays(now, -DEMO_DAYS.quotation)))
}

async function learnAlone(demo: Demo, client: SessionUser): Promise<void> {
  const { services, ownerPool, now } = demo
  const at = addDays(now, -DEMO_DAYS.self)
  const requested = { slug: 'alfabetizacion-datos', mode: 'self', seats: 1, code: 'BIENVENIDA100' } as const
  const itemId = await purchase(services, ownerPool, client, { ...requested, form: RECEIPTED, at })
  const own = await ownAccess(demo, itemId, client)
  await answer(
    services,
    { ...own, position: 'Periodista' },
    'alfabetizacion-datos',
    { view: 3.4 },
    addDays(at, 1),
    client,
  )
}
