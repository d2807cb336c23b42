import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { topUpSeats } from '#app/features/payments/top-ups/top-up-seats.server.ts'
import { findAccessContext } from '#app/features/questionnaires/runs/runs.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct } from '#tests/support/factories.ts'
import { createInvited } from '#tests/support/respondents.ts'
import { createCompleted } from '#tests/support/reviews.ts'
import { wordAs } from '#tests/support/row-security.ts'
import type { OrganisationCommand } from './manage-organisation.server.ts'
import { acceptInvitation, findInvitation } from './organisations.server.ts'
import { as, now, organisationsOf, type Person } from './organisations.test-support.ts'

const LAST_BUYER = 'Alguien tiene que quedar con el rol Compra. Primero traspasa la organización a otra persona.'

let database: TestDatabase
let person: Organisations['person']
let manage: Organisations['manage']
let organisation: Organisations['organisation']
let tokenFor: Organisations['tokenFor']
let join: Organisations['join']

beforeAll(async () => {
  database = await cloneDatabase()
  ;({ person, manage, organisation, tokenFor, join } = organisationsOf(database))
})
afterAll(() => database.close())

type Organisations = ReturnType<typeof organisationsOf>

describe('an invitation', () => {
  it('is accepted once, by the confirmed address that it names, within fourteen days', async () => {
    const owner = await person('Ana')
    const own = await organisation(owner)
    const [guest, other] = [await person('Guest'), await person('Other')]
    await manage(owner, { intent: 'invite', organisation: own, emails: [guest.email], role: 'results' })
    const token = await tokenFor(guest.email)
    const accept = async (user: Person, at = now) => {
      const accepted = await acceptInvitation(database.db, { token, userId: user.id, now: at })
      return accepted ? 'accepted' : (await findInvitation(database.db, { token, userId: user.id, now: at }))?.state
    }
    const late = new Date(now.getTime() + 15 * 24 * 3600_000)
    expect(await findInvitation(database.db, { token, userId: undefined, now })).toMatchObject({
      state: 'open',
      role: 'results',
    })
    expect(await accept(other)).toBe('other_address')
    expect(await accept(guest, late)).toBe('expired')
    await database.ownerPool.query('update profiles set email_verified = false where id = $1', [guest.id])
    expect(await accept(guest)).toBe('other_address')
    await database.ownerPool.query('update profiles set email_verified = true where id = $1', [guest.id])
    expect(await Promise.all([accept(guest), accept(guest)])).toEqual(expect.arrayContaining(['accepted', 'member']))
    expect(await accept(guest)).toBe('member')
    expect(await accept(other)).toBe('used')
    const unknown = { token: 'x', userId: guest.id, now }
    expect(await acceptInvitation(database.db, unknown)).toBeUndefined()
  })

  it('ends when it is withdrawn or replaced, and is not stored in readable form', async () => {
    const owner = await person('Ana')
    const own = await organisation(owner)
    const guest = await person('Guest')
    const invite: OrganisationCommand = {
      intent: 'invite',
      organisation: own,
      emails: [guest.email],
      role: 'coordinator',
    }
    await manage(owner, invite)
    const first = await tokenFor(guest.email)
    await manage(owner, invite, new Date(now.getTime() + 1000))
    const stateOf = async (token: string) =>
      (await findInvitation(database.db, { token, userId: guest.id, now }))?.state
    expect(await stateOf(first)).toBe('revoked')
    const second = await tokenFor(guest.email)
    const { rows } = await database.ownerPool.query<{ id: string; row: string }>(
      'select id, to_jsonb(invitation)::text as row from organisation_invitations invitation where organisation_id = $1 and revoked_at is null',
      [own],
    )
    expect(rows[0]?.row).not.toContain(second)
    await manage(owner, { intent: 'revoke-invitation', organisation: own, invitation: rows[0]?.id ?? '' })
    expect(await stateOf(second)).toBe('revoked')
  })

  it('is refused to members, and limited in number', async () => {
    const owner = await person('Ana')
    const own = await organisation(owner)
    const invite = (emails: string[]) => manage(owner, { intent: 'invite', organisation: own, emails, role: 'results' })
    expect(await invite([owner.email])).toBe('Esas personas ya son parte de la organización.')
    const many = (from: number) => Array.from({ length: 20 }, (_, index) => `p${from + index}@example.cl`)
    expect([await invite(many(0)), await invite(many(20)), await invite(many(40))]).toEqual([
      'done',
      'done',
      'Hay muchas invitaciones abiertas o enviadas hoy. Espera respuestas o inténtalo mañana.',
    ])
  })
})

describe('an organisation', () => {
  it('always keeps somebody who buys, also when two leave at once', async () => {
    const [first, second] = [await person('Ana'), await person('Beto')]
    const own = await organisation(first)
    await join(first, own, second, 'buyer')
    const left = await Promise.all([
      manage(first, { intent: 'leave', organisation: own }),
      manage(second, { intent: 'leave', organisation: own }),
    ])
    expect(left.toSorted()).toEqual([LAST_BUYER, 'done'])
    const stays = left[0] === LAST_BUYER ? first : second
    expect(await manage(stays, { intent: 'change-role', organisation: own, member: stays.id, role: 'results' })).toBe(
      LAST_BUYER,
    )
  })

  it('is handed over: the other person buys, and whoever hands it over leaves', async () => {
    const [ana, beto] = [await person('Ana'), await person('Beto')]
    const own = await organisation(ana)
    await join(ana, own, beto, 'results')
    expect(await manage(beto, { intent: 'hand-over', organisation: own, member: ana.id })).toBe(
      'Ya no puedes hacer eso en esta organización. Recarga la página.',
    )
    expect(await manage(ana, { intent: 'hand-over', organisation: own, member: beto.id })).toBe('done')
    const { rows } = await database.ownerPool.query(
      'select user_id, role from organisation_members where organisation_id = $1',
      [own],
    )
    expect(rows).toEqual([{ user_id: beto.id, role: 'buyer' }])
  })

  it('is closed by its only member, to whom the purchases return', async () => {
    const [ana, beto] = [await person('Ana'), await person('Beto')]
    const own = await organisation(ana)
    const product = await createProduct(database.ownerPool)
    const bought = await createPaidItem(database.ownerPool, { userId: ana.id, productId: product.id, seats: 3 })
    await manage(ana, { intent: 'move', organisation: own, order: bought.order_number })
    await join(ana, own, beto, 'buyer')
    expect(await manage(ana, { intent: 'close', organisation: own })).toBe(
      'Todavía hay más personas en la organización.',
    )
    expect(await manage(ana, { intent: 'leave', organisation: own })).toBe('done')
    expect(await manage(beto, { intent: 'close', organisation: own })).toBe(
      'La organización tiene compras que hizo otra persona: traspásala en vez de cerrarla.',
    )
    await join(beto, own, ana, 'buyer')
    expect(await manage(beto, { intent: 'leave', organisation: own })).toBe('done')
    expect(await manage(ana, { intent: 'close', organisation: own })).toBe('done')
    const { rows } = await asActor(database.db, as(ana), tx =>
      sql`select holder_id, organisation_id from user_accesses where order_item_id = ${bought.item_id}::uuid`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ holder_id: ana.id, organisation_id: null }])
  })
})

describe('a deleted account', () => {
  /** What the database answers when a person deletes the own account. */
  async function remove(user: Person): Promise<string | undefined> {
    await database.ownerPool.query(
      `insert into auth.accounts (account_id, provider_id, user_id, password) values ($1::text, 'credential', $1::uuid, 'hash')
       on conflict do nothing`,
      [user.id],
    )
    const { rows } = await asActor(database.db, as(user), tx =>
      sql<{ answer: string }>`select private.delete_own_account('hash', ${now}) as answer`.execute(tx),
    )
    return rows[0]?.answer
  }

  it('leaves its organisation with the purchases, the invitations and the answers, without the own seat', async () => {
    const [ana, beto] = [await person('Ana'), await person('Beto')]
    const own = await organisation(ana)
    await join(ana, own, beto, 'results')
    const product = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
    const made = await createCompleted(database.ownerPool, { productId: product.id, buyerId: ana.id })
    const { rows: orders } = await database.ownerPool.query<{ order_number: string; item_id: string }>(
      `select order_number, item.id as item_id from orders join order_items item on item.order_id = orders.id
       where orders.user_id = $1`,
      [ana.id],
    )
    const [order] = orders
    await manage(ana, { intent: 'move', organisation: own, order: order?.order_number ?? '' })
    expect(await remove(ana)).toBe('last_buyer')
    await manage(ana, { intent: 'change-role', organisation: own, member: beto.id, role: 'buyer' })
    expect(await remove(ana)).toBe('deleted')
    const { rows } = await database.ownerPool.query(
      'select invited_by_user_id is null as own_seat, status, invitee_name from user_accesses where order_item_id = $1 order by 1',
      [order?.item_id],
    )
    expect(rows).toEqual([
      { own_seat: false, status: 'completed', invitee_name: 'Pedro Soto' },
      { own_seat: true, status: 'revoked', invitee_name: null },
    ])
    expect(await wordAs(database, as(beto), `select id from assessment_runs where id = '${made.runId}'`)).toBe(
      'done: 1',
    )
    const { rows: contact } = await asActor(database.db, { kind: 'system' }, tx =>
      sql`select private.contact_of(${ana.id}::uuid, ${own}::uuid) as id`.execute(tx),
    )
    expect(contact).toEqual([{ id: beto.id }])
  })

  it('of the only member takes the organisation and its people with it', async () => {
    const ana = await person('Ana')
    const own = await organisation(ana)
    const product = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
    const made = await createCompleted(database.ownerPool, { productId: product.id, buyerId: ana.id })
    await database.ownerPool.query('update orders set organisation_id = $2 where user_id = $1', [ana.id, own])
    expect(await remove(ana)).toBe('deleted')
    const { rows } = await database.ownerPool.query(
      `select organisation.name, organisation.closed_at is not null as closed, access.status, run.full_name
       from user_accesses access join organisations organisation on organisation.id = access.organisation_id
         join assessment_runs run on run.validated_access_id = access.id
       where access.id = $1`,
      [made.accessId],
    )
    expect(rows).toEqual([
      { name: 'Organización cerrada', closed: true, status: 'revoked', full_name: 'Persona anónima' },
    ])
  })
})

describe('a purchase for an organisation', () => {
  const FREE = { basePriceClp: 0 }

  it('is made by who buys there, for its people, and never by anybody else', async () => {
    const [ana, beto, eva] = [await person('Ana'), await person('Beto'), await person('Eva')]
    const own = await organisation(ana)
    await join(ana, own, beto, 'buyer')
    await join(ana, own, eva, 'coordinator')
    const product = { ...(await createProduct(database.ownerPool, FREE)), ...FREE }
    const buy = async (user: Person, mode: 'business' | 'self' = 'business') => {
      const cart = cartOf(product, { seats: mode === 'self' ? 1 : 3, mode })
      const placed = await checkOut(database.db, user, cart, { ...BOLETA, organisationId: own }, now)
      if (!placed.ok) return placed.error.code
      const { rows } = await database.ownerPool.query(
        `select orders.organisation_id as of_order, item.organisation_id as of_item, access.organisation_id as of_access
         from orders join order_items item on item.order_id = orders.id join user_accesses access on access.order_item_id = item.id
         where orders.id = $1`,
        [placed.value.id],
      )
      return rows
    }
    expect(await buy(ana)).toEqual([{ of_order: own, of_item: own, of_access: own }])
    expect(await buy(eva)).toBe('organisation_gone')
    // What is for one person stays with that person.
    expect(await buy(beto, 'self')).toEqual([{ of_order: null, of_item: null, of_access: null }])
  })

  it('gets more seats from a colleague who buys', async () => {
    const [ana, beto, eva] = [await person('Ana'), await person('Beto'), await person('Eva')]
    const own = await organisation(ana)
    await join(ana, own, beto, 'buyer')
    await join(ana, own, eva, 'coordinator')
    const product = await createProduct(database.ownerPool, FREE)
    const bought = await createPaidItem(database.ownerPool, { userId: ana.id, productId: product.id, seats: 3 })
    await manage(ana, { intent: 'move', organisation: own, order: bought.order_number })
    const add = async (user: Person) => {
      const request = { key: crypto.randomUUID(), more: 2, from: 3, expected_total_clp: 0 }
      const input = { itemId: bought.item_id, request, billing: BOLETA.billing }
      const added = await topUpSeats(database.db, user, input, now)
      return added.ok ? added.value.status : added.error.code
    }
    expect(await add(eva)).toBe('item_not_found')
    expect(await add(beto)).toBe('paid')
    const { rows } = await database.ownerPool.query(
      `select item.total_seats, added.user_id, added.organisation_id from order_items item
         join order_items added on added.tops_up_item_id = item.id where item.id = $1`,
      [bought.item_id],
    )
    expect(rows).toEqual([{ total_seats: 5, user_id: beto.id, organisation_id: own }])
  })

  it('tells who answers that the people of the organisation read it', async () => {
    const ana = await person('Ana')
    const own = await organisation(ana, 'Lectora SpA')
    const invited = await createInvited(database.ownerPool)
    await database.ownerPool.query(
      `update orders set organisation_id = $2 where id = (
         select order_id from order_items item join user_accesses access on access.order_item_id = item.id where access.id = $1)`,
      [invited.invitation.id, own],
    )
    const context = await asActor(database.db, { kind: 'system' }, tx => findAccessContext(tx, invited.invitation.id))
    expect(context).toMatchObject({ organisation: 'Lectora SpA', contact_email: ana.email })
  })
})
