import { randomUUID } from 'node:crypto'
import { findPaidItem, lockItemOrder, lockSeats } from '#app/features/accesses/accesses.server.ts'
import { invitePeople } from '#app/features/accesses/invitations/invite-people.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import type { CheckoutForm } from '#app/features/payments/checkout/checkout-schema.ts'
import { refundOrder } from '#app/features/payments/refunds/refund-order.server.ts'
import { createQuotation } from '#app/features/quotations/create-quotation.server.ts'
import { addDays, dayOf, fromClock } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { createGateways } from '#app/platform/payments/gateways.ts'
import { createPostgresStore } from '#app/platform/payments/simulator/postgres-store.server.ts'
import { createSimulatorGateway } from '#app/platform/payments/simulator/simulator-gateway.server.ts'
import { answer } from '#server/demo/answer.ts'
import { RECEIPTED } from '#server/demo/company.ts'
import { type Demo, ownAccess } from '#server/demo/people.ts'
import { buyInVain, choiceOf, purchase, unwrap } from '#server/demo/purchase.ts'
import { COMPANY_BUYERS, type PastBuyer, PRIVATE_BUYERS } from './buyers.ts'
import { inviteesOf } from './invitees.ts'
import { openQuotations, type PastSale, pastSales } from './sales.ts'

/** Buyers who are served at once: the database and the program work side by side. */
const LANES = 4

/** Days from a quotation to its payment. */
const QUOTED_DAYS = 3

/** Records the sales of the last weeks through the use cases, each as its buyer. @returns who bought */
export async function recordSales(demo: Demo): Promise<ReadonlyMap<string, SessionUser>> {
  const accounts = await makeBuyers(demo)
  const accountOf = (buyer: PastBuyer | undefined): SessionUser => {
    const account = buyer && accounts.get(buyer.email)
    if (!account) throw new Error(`No account of ${buyer?.email}`)
    return account
  }
  // One after another for each buyer, as they happened.
  const queues = [...Map.groupBy(pastSales(demo.now), ({ buyer }) => buyer.email).values()]
  const lane = async (): Promise<void> => {
    for (let sales = queues.shift(); sales; sales = queues.shift()) {
      for (const sale of sales) await sell(demo, accountOf(sale.buyer), sale)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  for (const { buyer, slug, seats, day } of openQuotations(dayOf(demo.now))) {
    await quote(demo, accountOf(buyer), { slug, seats, at: fromClock(`${day}T11:20`) ?? demo.now })
  }
  return accounts
}

/** The accounts of everybody who bought. */
async function makeBuyers({ ownerPool }: Demo): Promise<Map<string, SessionUser>> {
  const people = [...COMPANY_BUYERS, ...PRIVATE_BUYERS]
  const { rows } = await ownerPool.query<SessionUser>(
    `insert into profiles (email, first_name, last_name, company, email_verified)
     select email, first, last, company, true
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as person (email, first, last, company)
     returning id, email, first_name, last_name, company, phone, role, null as staff_scope, created_at`,
    [
      people.map(({ email }) => email),
      people.map(({ first }) => first),
      people.map(({ last }) => last),
      people.map(({ company }) => company?.name ?? null),
    ],
  )
  return new Map(rows.map(account => [account.email, account]))
}

function formOf({ company }: PastBuyer): CheckoutForm {
  if (!company) return RECEIPTED
  const { name, rut, activity, address, commune } = company
  const billing = { document: 'factura', rut, name, activity, address, commune } as const
  return { billing, companyName: name, companyUrl: null }
}

async function sell(demo: Demo, account: SessionUser, sale: PastSale): Promise<void> {
  const { services, ownerPool } = demo
  const { slug, mode, seats, code, buyer, at } = sale
  const quotation = sale.quoted ? await quote(demo, account, { slug, seats, at: addDays(at, -QUOTED_DAYS) }) : undefined
  const requested = { slug, mode, seats, code, quotation, form: formOf(buyer), at }
  if (sale.refused) return buyInVain(services, ownerPool, account, requested)
  const itemId = await purchase(services, ownerPool, account, requested)
  if (sale.answered !== undefined) {
    const own = { ...(await ownAccess(demo, itemId, account)), position: 'Profesional', area: 'No especificado' }
    await answer(services, own, slug, { view: sale.answered }, new Date(at.getTime() + 20 * 60_000), account)
  }
  if (mode === 'business') await inviteAll(demo, account, { itemId, sale })
  if (sale.refund) await giveBack(demo, itemId, sale.refund, at)
}

/** Everybody of the purchase, at once. */
async function inviteAll({ services: { db } }: Demo, account: SessionUser, of: { itemId: string; sale: PastSale }) {
  const { itemId, sale } = of
  const people = inviteesOf(sale.buyer, sale.seats - 1)
  await asActor(db, { kind: 'user', userId: account.id }, async tx => {
    await lockSeats(tx, account.id, { itemId })
    await lockItemOrder(tx, itemId)
    const item = await findPaidItem(tx, account.id, itemId)
    if (!item) throw new Error(`No purchase ${itemId}`)
    const buyer = { name: fullName(account), company: item.company_name }
    await invitePeople(tx, { item, inviterId: account.id, buyer, people, now: new Date(sale.at.getTime() + 3_600_000) })
  })
}

async function giveBack(
  { services: { db, settings, log }, ownerPool, admin }: Demo,
  itemId: string,
  { days, amount, reason }: NonNullable<PastSale['refund']>,
  soldAt: Date,
): Promise<void> {
  const now = addDays(soldAt, days)
  const gateway = createSimulatorGateway({ store: createPostgresStore(db), appUrl: settings.appUrl, clock: () => now })
  const { rows } = await ownerPool.query<{ order_id: string }>('select order_id from order_items where id = $1', [
    itemId,
  ])
  const confirmed = { password: true, loss: true }
  const input = { actor: admin, orderId: rows[0]?.order_id ?? '', reason, confirmed, now }
  await refundOrder(
    { db, gateways: createGateways(gateway), log },
    { ...input, ...(amount !== undefined && { amount }) },
  )
}

type Quoted = { slug: string; seats: number; at: Date }

/** @returns the quotation's id */
async function quote({ services, ownerPool }: Demo, account: SessionUser, { at, ...product }: Quoted): Promise<string> {
  const { choice, totalClp } = await choiceOf(ownerPool, { ...product, mode: 'business' })
  const cart = { key: randomUUID(), choices: [choice], code: null, quotation: null, expected_total_clp: totalClp }
  const form = {
    buyer_name: fullName(account),
    buyer_phone: null,
    company_name: account.company,
    company_rut: null,
    company_address: null,
    reference: null,
  }
  return unwrap(await createQuotation(services.db, account, cart, form, at))
}
