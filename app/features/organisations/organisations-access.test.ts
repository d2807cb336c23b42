import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveInvitee } from '#app/features/accesses/invitations/save-invitee.server.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { findItemResults } from '#app/features/results/find-results.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createInvitation,
  createPaidItem,
  createProduct,
  createProfile,
  type TestItem,
} from '#tests/support/factories.ts'
import { createCompleted } from '#tests/support/reviews.ts'
import { askAs, wordAs } from '#tests/support/row-security.ts'
import { acceptInvitation, findInvitation } from './join-organisation.server.ts'
import { manageOrganisation } from './manage-organisation.server.ts'
import type { OrganisationCommand } from './organisation.schema.ts'

let database: TestDatabase
const now = new Date()

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

type Person = SessionUser
const person = async (name: string): Promise<Person> => ({
  ...(await createProfile(database.ownerPool, { first_name: name })),
  company: null,
  phone: null,
  created_at: now,
})
const as = (user: { id: string }) => ({ kind: 'user', userId: user.id }) as const
const manage = (user: Person, command: OrganisationCommand, at = now) =>
  manageOrganisation(database.db, user, command, at)
const codeOf = async (outcome: ReturnType<typeof manageOrganisation>) => {
  const done = await outcome
  return done.ok ? 'done' : done.error.code
}

async function organisation(user: Person, name = 'Los Aromos SpA'): Promise<string> {
  const made = await manage(user, { intent: 'create', name, rut: null })
  if (!made.ok || !made.value.organisationId) throw new Error('No organisation was made')
  return made.value.organisationId
}

/** The token of the newest invitation to an address, from its mail. */
async function tokenFor(email: string): Promise<string> {
  const { rows } = await database.ownerPool.query<{ link: string }>(
    `select params ->> 'enlace_organizacion' as link from mails
     where template = 'organisation_invitation' and recipient = $1 order by created_at desc, id desc limit 1`,
    [email],
  )
  return new URL(rows[0]?.link ?? '', 'https://alhena.test').searchParams.get('token') ?? ''
}

async function join(buyer: Person, id: string, user: Person, role: OrganisationRole): Promise<void> {
  expect(await codeOf(manage(buyer, { intent: 'invite', organisation: id, emails: [user.email], role }))).toBe('done')
  const joined = await acceptInvitation(database.db, { token: await tokenFor(user.email), userId: user.id, now })
  expect(joined.ok).toBe(true)
}

const people = {} as Record<'buyer' | 'colleague' | 'coordinator' | 'reader' | 'removed' | 'stranger', Person>
let id = ''
let item: TestItem
let privateItem: TestItem
let pending = ''
let completed = ''

describe('the purchases of an organisation', () => {
  beforeAll(async () => {
    for (const name of ['buyer', 'colleague', 'coordinator', 'reader', 'removed', 'stranger'] as const) {
      people[name] = await person(name)
    }
    const { buyer, colleague, coordinator, reader, removed, stranger } = people
    id = await organisation(buyer)
    await organisation(stranger, 'Otra SpA')
    const product = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
    item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 10 })
    privateItem = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 5 })
    pending = (await createInvitation(database.ownerPool, { userId: buyer.id, itemId: item.item_id })).id
    const done = await createInvitation(database.ownerPool, { userId: buyer.id, itemId: item.item_id })
    completed = done.id
    await database.ownerPool.query(
      `update user_accesses set status = 'completed', accessed_at = now(), completed_at = now() where id = $1`,
      [completed],
    )
    await join(buyer, id, colleague, 'buyer')
    await join(buyer, id, coordinator, 'coordinator')
    await join(buyer, id, reader, 'results')
    await join(buyer, id, removed, 'buyer')
    expect(await codeOf(manage(buyer, { intent: 'remove', organisation: id, member: removed.id }))).toBe('done')
    expect(await codeOf(manage(stranger, { intent: 'move', organisation: id, order: item.order_number }))).toBe(
      'not_allowed',
    )
    expect(await codeOf(manage(colleague, { intent: 'move', organisation: id, order: item.order_number }))).toBe(
      'not_movable',
    )
    expect(await codeOf(manage(buyer, { intent: 'move', organisation: id, order: item.order_number }))).toBe('done')
  })

  it('are seen by their people as far as their role goes, and by nobody else', async () => {
    const seen: Record<string, unknown[]> = {}
    for (const [name, user] of Object.entries(people)) {
      const rows = async (statement: string) => {
        const answer = await askAs(database, as(user), statement)
        return 'refusal' in answer ? answer.refusal : answer.rows.length
      }
      seen[name] = [
        await rows(`select id from orders where id = '${item.order_id}'`),
        await rows(`select id from order_items where id = '${item.item_id}'`),
        await rows(`select id from user_accesses where order_item_id = '${item.item_id}'`),
        await rows(`select id from orders where id = '${privateItem.order_id}'`),
        await rows('select user_id from organisation_members'),
        await rows('select id from organisation_invitations'),
      ]
    }
    expect(seen).toEqual({
      buyer: [1, 1, 3, 1, 4, 4],
      colleague: [1, 1, 3, 0, 4, 4],
      coordinator: [1, 1, 3, 0, 4, 0],
      reader: [1, 1, 1, 0, 4, 0],
      removed: [0, 0, 0, 0, 0, 0],
      stranger: [0, 0, 0, 0, 1, 0],
    })
  })

  it('are changed only by the roles that coordinate and buy', async () => {
    const changed: Record<string, string[]> = {}
    for (const [name, user] of Object.entries(people)) {
      changed[name] = [
        await wordAs(database, as(user), `update order_items set reminder_days = 7 where id = '${item.item_id}'`),
        await wordAs(database, as(user), `update user_accesses set job_role = 'x' where id = '${pending}'`),
        await wordAs(database, as(user), `update orders set held_until = null where id = '${item.order_id}'`),
        await wordAs(
          database,
          as(user),
          `update organisation_members set role = 'buyer' where organisation_id = '${id}'`,
        ),
        await wordAs(database, as(user), `update organisations set name = 'x' where id = '${id}'`),
      ]
    }
    expect(changed).toEqual({
      buyer: ['done: 1', 'done: 1', 'done: 1', 'done: 4', 'done: 1'],
      colleague: ['done: 1', 'done: 1', 'done: 1', 'done: 4', 'done: 1'],
      coordinator: ['done: 1', 'done: 1', 'done: 0', 'done: 0', 'done: 0'],
      reader: ['done: 0', 'done: 0', 'done: 0', 'done: 0', 'done: 0'],
      removed: ['done: 0', 'done: 0', 'done: 0', 'done: 0', 'done: 0'],
      stranger: ['done: 0', 'done: 0', 'done: 0', 'done: 0', 'done: 0'],
    })
  })

  it('can neither be taken nor given by a statement', async () => {
    const { stranger, buyer } = people
    expect(
      await wordAs(database, as(buyer), `update orders set organisation_id = null where id = '${item.order_id}'`),
    ).toContain('permission denied')
    expect(
      await wordAs(
        database,
        as(stranger),
        `insert into organisation_members values ('${id}', '${stranger.id}', 'buyer', now())`,
      ),
    ).toContain('permission denied')
    expect(
      await wordAs(
        database,
        as(stranger),
        `insert into organisation_invitations (organisation_id, email, role, token_hash, invited_by, created_at, expires_at)
         values ('${id}', 'x@example.cl', 'buyer', repeat('a', 64), '${stranger.id}', now(), now())`,
      ),
    ).toContain('row-level security')
  })

  it('keep the own seat of whoever bought with that person, also after leaving', async () => {
    const { colleague, removed } = people
    const product = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
    const bought = await createPaidItem(database.ownerPool, { userId: removed.id, productId: product.id, seats: 3 })
    await database.ownerPool.query('update orders set organisation_id = $2 where id = $1', [bought.order_id, id])
    const seat = `select id from user_accesses where order_item_id = '${bought.item_id}'`
    expect(await wordAs(database, as(removed), seat)).toBe('done: 1')
    expect(await wordAs(database, as(removed), `select id from orders where id = '${bought.order_id}'`)).toBe('done: 0')
    expect(await wordAs(database, as(colleague), seat)).toBe('done: 1')
  })

  it('are read by results only once a person has completed', async () => {
    const listOf = async (user: Person) =>
      (await findItemResults(database.db, user.id, item.item_id))?.people.map(one => one.access_id)
    expect(await listOf(people.reader)).toEqual([completed])
    expect((await listOf(people.coordinator))?.length).toBe(3)
    expect(await listOf(people.removed)).toBeUndefined()
    expect(await listOf(people.stranger)).toBeUndefined()
  })

  it('hide the answers of a confidential item from every role, the own seat included', async () => {
    const owner = await person('confidencial')
    const own = await organisation(owner, 'Reservada SpA')
    const mate = await person('mate')
    await join(owner, own, mate, 'buyer')
    const product = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
    const made = await createCompleted(database.ownerPool, { productId: product.id, buyerId: owner.id, invited: false })
    const sees = () =>
      wordAs(database, as(mate), `select id from assessment_runs where validated_access_id = '${made.accessId}'`)
    expect(await sees()).toBe('done: 0')
    await database.ownerPool.query(
      `update orders set organisation_id = $2 where id = (
         select order_id from order_items item join user_accesses access on access.order_item_id = item.id where access.id = $1)`,
      [made.accessId, own],
    )
    expect(await sees()).toBe('done: 1')
    await database.ownerPool.query(
      `update order_items set result_mode = 'confidential' where id = (select order_item_id from user_accesses where id = $1)`,
      [made.accessId],
    )
    expect(await sees()).toBe('done: 0')
    expect(await wordAs(database, as(mate), 'select * from run_answers')).toBe('done: 0')
  })

  it('let who coordinates hand a seat to another person, with the buyer of record unchanged', async () => {
    const { coordinator, reader } = people
    const form = { name: 'Eva Soto', email: 'eva@example.cl', jobRole: 'Analista', department: 'Datos' }
    const refused = await saveInvitee(database.db, { user: reader, accessId: pending, form, now })
    expect(refused).toEqual({ ok: false, error: { code: 'access_not_found' } })
    expect(await saveInvitee(database.db, { user: coordinator, accessId: pending, form, now })).toMatchObject({
      ok: true,
    })
    const { rows } = await database.ownerPool.query(
      'select user_id, invited_by_user_id, organisation_id from user_accesses where email = $1',
      [form.email],
    )
    expect(rows).toEqual([{ user_id: people.buyer.id, invited_by_user_id: coordinator.id, organisation_id: id }])
  })
})

describe('an invitation', () => {
  it('is accepted once, by the confirmed address that it names, within fourteen days', async () => {
    const owner = await person('Ana')
    const own = await organisation(owner)
    const [guest, other] = [await person('Guest'), await person('Other')]
    await codeOf(manage(owner, { intent: 'invite', organisation: own, emails: [guest.email], role: 'results' }))
    const token = await tokenFor(guest.email)
    const accept = async (user: Person, at = now) => {
      const accepted = await acceptInvitation(database.db, { token, userId: user.id, now: at })
      return accepted.ok ? 'accepted' : accepted.error.code
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
    expect(await acceptInvitation(database.db, unknown)).toEqual({ ok: false, error: { code: 'unknown' } })
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
    await codeOf(manage(owner, invite))
    const first = await tokenFor(guest.email)
    await codeOf(manage(owner, invite, new Date(now.getTime() + 1000)))
    const stateOf = async (token: string) =>
      (await findInvitation(database.db, { token, userId: guest.id, now }))?.state
    expect(await stateOf(first)).toBe('revoked')
    const second = await tokenFor(guest.email)
    const { rows } = await database.ownerPool.query<{ id: string; row: string }>(
      'select id, to_jsonb(invitation)::text as row from organisation_invitations invitation where organisation_id = $1 and revoked_at is null',
      [own],
    )
    expect(rows[0]?.row).not.toContain(second)
    await codeOf(manage(owner, { intent: 'revoke-invitation', organisation: own, invitation: rows[0]?.id ?? '' }))
    expect(await stateOf(second)).toBe('revoked')
  })

  it('is refused to members, and limited in number', async () => {
    const owner = await person('Ana')
    const own = await organisation(owner)
    const invite = (emails: string[]) =>
      codeOf(manage(owner, { intent: 'invite', organisation: own, emails, role: 'results' }))
    expect(await invite([owner.email])).toBe('nobody_new')
    const many = (from: number) => Array.from({ length: 20 }, (_, index) => `p${from + index}@example.cl`)
    expect([await invite(many(0)), await invite(many(20)), await invite(many(40))]).toEqual([
      'done',
      'done',
      'too_many_invitations',
    ])
  })
})

describe('an organisation', () => {
  it('always keeps somebody who buys, also when two leave at once', async () => {
    const [first, second] = [await person('Ana'), await person('Beto')]
    const own = await organisation(first)
    await join(first, own, second, 'buyer')
    const left = await Promise.all([
      codeOf(manage(first, { intent: 'leave', organisation: own })),
      codeOf(manage(second, { intent: 'leave', organisation: own })),
    ])
    expect(left.toSorted()).toEqual(['done', 'last_buyer'])
    const stays = left[0] === 'last_buyer' ? first : second
    expect(
      await codeOf(manage(stays, { intent: 'change-role', organisation: own, member: stays.id, role: 'results' })),
    ).toBe('last_buyer')
  })

  it('is handed over: the other person buys, and whoever hands it over leaves', async () => {
    const [ana, beto] = [await person('Ana'), await person('Beto')]
    const own = await organisation(ana)
    await join(ana, own, beto, 'results')
    expect(await codeOf(manage(beto, { intent: 'hand-over', organisation: own, member: ana.id }))).toBe('not_allowed')
    expect(await codeOf(manage(ana, { intent: 'hand-over', organisation: own, member: beto.id }))).toBe('done')
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
    await codeOf(manage(ana, { intent: 'move', organisation: own, order: bought.order_number }))
    await join(ana, own, beto, 'buyer')
    expect(await codeOf(manage(ana, { intent: 'close', organisation: own }))).toBe('has_members')
    expect(await codeOf(manage(ana, { intent: 'leave', organisation: own }))).toBe('done')
    expect(await codeOf(manage(beto, { intent: 'close', organisation: own }))).toBe('has_purchases')
    await join(beto, own, ana, 'buyer')
    expect(await codeOf(manage(beto, { intent: 'leave', organisation: own }))).toBe('done')
    expect(await codeOf(manage(ana, { intent: 'close', organisation: own }))).toBe('done')
    const { rows } = await asActor(database.db, as(ana), tx =>
      sql`select holder_id, organisation_id from user_accesses where order_item_id = ${bought.item_id}::uuid`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ holder_id: ana.id, organisation_id: null }])
  })
})
