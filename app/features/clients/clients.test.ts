import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditOf, contextOf, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { deleteAccount } from '#app/features/identity/profile.server.ts'
import { requireRole, requireUser } from '#app/features/identity/session.server.ts'
import type { GivenRole } from '#app/features/identity/staff/given-role.ts'
import { changeRole } from '#app/features/identity/staff/roles.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { StaffScope } from '#app/platform/database/values.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import {
  createInvitation,
  createPaidItem,
  createProfile,
  createRefund,
  findProduct,
  payOrder,
} from '#tests/support/factories.ts'
import { askAs, wordAs } from '#tests/support/row-security.ts'
import { type ClientQuery, clientRows } from './admin/client-list.server.ts'
import { companyRows } from './admin/company-list.server.ts'
import { findClient } from './clients.server.ts'
import { addNote, deleteNote, listNotes } from './staff-notes.server.ts'

const PASSWORD = 'correcta-123'
const NOW = new Date('2026-11-21T15:00:00Z')

const { database, accounts } = await openTestAccounts()
type Admin = Extract<Actor, { kind: 'admin' }>

/** An administrator's account with a password. */
async function newAdmin(): Promise<Admin> {
  const { user } = await openPerson(accounts, database)
  await database.ownerPool.query("update profiles set role = 'admin' where id = $1", [user.id])
  return { kind: 'admin', userId: user.id }
}

let admin: Admin
beforeAll(async () => {
  admin = await newAdmin()
})

const newClient = (company?: string) =>
  createProfile(database.ownerPool).then(async profile => {
    if (company) await database.ownerPool.query('update profiles set company = $2 where id = $1', [profile.id, company])
    return profile
  })
const buy = async (userId: string, seats = 3) =>
  createPaidItem(database.ownerPool, { userId, productId: (await findProduct(database.ownerPool)).id, seats })

const list = (input: Partial<ClientQuery>, actor: Actor = admin) =>
  asActor(database.db, actor, tx =>
    clientRows.page(tx, {
      now: new Date(),
      search: '',
      role: undefined,
      bought: undefined,
      companyId: undefined,
      from: undefined,
      until: undefined,
      size: 100,
      sort: { column: 'created_at', direction: 'desc' },
      ...input,
    }),
  )
const companies = (search: string, actor: Actor = admin) =>
  asActor(database.db, actor, tx =>
    companyRows.page(tx, { search, now: new Date(), size: 100, sort: { column: 'spent_clp', direction: 'desc' } }),
  )
const found = (id: string) => asActor(database.db, admin, tx => findClient(tx, id))

describe('the list of people', () => {
  // shows: B2.63
  it('shows what each bought, was refunded, and how many of the seats are completed', async () => {
    const client = await newClient()
    const item = await buy(client.id, 5)
    const other = await buy(client.id, 2)
    const invited = await createInvitation(database.ownerPool, { itemId: item.item_id, userId: client.id })
    await database.ownerPool.query(
      "update user_accesses set status = 'completed', accessed_at = now(), completed_at = now() where id = $1",
      [invited.id],
    )
    expect((await found(client.id))?.bought).toMatchObject({ orders: 2, seats: 7, spent: 7000, completed: 1 })
    await createRefund(database.ownerPool, other.order_id)
    expect((await found(client.id))?.bought).toMatchObject({ orders: 1, seats: 5, spent: 5000, completed: 1 })
    await createRefund(database.ownerPool, item.order_id, { amount: 1200 })
    expect((await found(client.id))?.bought).toMatchObject({ orders: 1, seats: 5, spent: 3800, refunded: 3200 })
  })

  // shows: B2.65
  it('searches by word prefixes, filters by role, purchases, company and time, and pages through all once', async () => {
    const word = randomUUID().slice(0, 8)
    const company = `Compañía ${word} SpA`
    const clients = [await newClient(company), await newClient(company), await newClient(company)]
    const [first] = clients
    await buy(first?.id ?? '')
    const ids = async (input: Parameters<typeof list>[0]) => (await list(input)).rows.map(row => row.id)
    expect(await ids({ search: `compania ${word.slice(0, 6)}` })).toHaveLength(3)
    expect(await ids({ search: first?.email ?? '' })).toEqual([first?.id])
    expect(await ids({ search: word, bought: true })).toEqual([first?.id])
    expect(await ids({ search: word, bought: false })).toHaveLength(2)
    expect(await ids({ search: word, role: 'admin' })).toEqual([])
    expect(await ids({ search: word, sort: { column: 'spent_clp', direction: 'desc' } })).toEqual([first?.id])
    const made = ['2031-03-01T12:00:00Z', '2031-03-02T12:00:00Z', '2031-03-03T12:00:00Z']
    for (const [at, { id }] of clients.entries())
      await database.ownerPool.query('update profiles set created_at = $2 where id = $1', [id, made[at]])
    const [from, until] = [new Date('2031-03-02T12:00:00Z'), new Date('2031-03-03T12:00:00Z')]
    for (const values of [{ search: word }, {}]) {
      expect(await ids({ ...values, from, until })).toEqual([clients[1]?.id])
      expect(await ids({ ...values, from })).toEqual([clients[2]?.id, clients[1]?.id])
    }
    expect(await ids({ role: 'admin' })).toContain(admin.userId)
    const [{ id: companyId } = { id: '' }] = (await companies(word)).rows
    expect(await ids({ companyId, bought: false })).toHaveLength(2)
    for (const args of [{ search: word }, { companyId }]) {
      const seen: string[] = []
      for (let after: string | undefined; ; ) {
        const page = await list({ ...args, size: 2, after })
        seen.push(...page.rows.map(row => row.id))
        after = page.next
        if (after === undefined) break
      }
      expect(seen.toSorted()).toEqual(clients.map(client => client.id).toSorted())
    }
  })

  it('shows other users only themselves, and no company', async () => {
    const client = await newClient(`Empresa ${randomUUID()}`)
    const actor = { kind: 'user', userId: client.id } as const
    expect((await list({}, actor)).rows.map(row => row.id)).toEqual([client.id])
    expect((await list({ search: 'a' }, actor)).rows).toEqual([])
    expect((await companies('', actor)).rows).toEqual([])
    expect((await companies('empresa', actor)).rows).toEqual([])
  })
})

describe('the list of companies', () => {
  // shows: B2.63
  it('has one entry per name, however it is written, with the revenue of its paid orders', async () => {
    const word = randomUUID().slice(0, 8)
    const one = await newClient(`Ñandú ${word} S.p.A.`)
    const two = await newClient(`  nandu   ${word} s.p.a. `)
    await buy(one.id, 2)
    const item = await buy(two.id, 3)
    expect((await companies(`nandu ${word}`)).rows).toMatchObject([
      { name: `Ñandú ${word} S.p.A.`, people: 2, orders: 2, seats: 5, spent: 5000 },
    ])
    await createRefund(database.ownerPool, item.order_id)
    expect((await companies(word)).rows).toMatchObject([{ orders: 1, seats: 2, spent: 2000 }])
  })

  it('prefers the name and RUT of a factura to those of its buyer', async () => {
    const word = randomUUID().slice(0, 8)
    const client = await newClient(`Propia ${word}`)
    const order = await database.ownerPool.query<{ id: string }>(
      `insert into orders (user_id, order_number, subtotal_clp, total_clp, net_clp, vat_clp, idempotency_key, terms_version,
         terms_accepted_at, document_type, billing_rut, billing_name, billing_activity, billing_address, billing_commune)
       values ($1, gen_random_uuid(), 0, 0, 0, 0, gen_random_uuid(), '1', now(), 'factura', '76192083-9', $2, 'x', 'x', 'x') returning id`,
      [client.id, `Facturada ${word}`],
    )
    const product = await findProduct(database.ownerPool)
    await database.ownerPool.query(
      `insert into order_items (order_id, user_id, assessment_id, mode, seats, base_price_clp, unit_price_clp, subtotal_clp, total_clp,
         pricing_band, per_extra_rate) values ($1, $2, $3, 'self', 1, 0, 0, 0, 0, 'self', 0)`,
      [order.rows[0]?.id, client.id, product.id],
    )
    await payOrder(database.ownerPool, order.rows[0]?.id ?? '')
    expect((await companies(`facturada ${word}`)).rows).toMatchObject([{ rut: '76192083-9', orders: 1, people: 0 }])
    expect((await companies('76192083')).rows.map(row => row.name)).toContain(`Facturada ${word}`)
    expect((await companies(`propia ${word}`)).rows).toMatchObject([{ orders: 0, people: 1 }])
  })
})

describe('notes', () => {
  // shows: B6.9
  it('belong to the staff: with author and time, and without their text in the audit log', async () => {
    const client = await newClient()
    const secret = `Prefiere que la llamen ${randomUUID()}`
    const subject = { of: 'client', id: client.id } as const
    await addNote(database.db, { actor: admin, subject, body: secret, now: NOW })
    const notes = await asActor(database.db, admin, tx => listNotes(tx, subject))
    expect(notes).toMatchObject([{ body: secret, author: 'Ana Rojas', created_at: NOW }])
    expect(JSON.stringify(await auditOf(database, client.id))).not.toContain(secret)
    const self = { kind: 'user', userId: client.id } as const
    expect(await asActor(database.db, self, tx => listNotes(tx, subject))).toEqual([])
    const noteId = notes[0]?.id ?? ''
    const another = { of: 'client', id: randomUUID() } as const
    await expect(deleteNote(database.db, { actor: admin, subject: another, noteId })).rejects.toThrow('ya no estaba')
    await deleteNote(database.db, { actor: admin, subject, noteId })
    expect((await auditOf(database, client.id)).map(row => row.action)).toEqual([
      'client_note_added',
      'client_note_deleted',
    ])
  })

  // shows: B2.67
  it('are deleted with the account, which is then shown without personal data', async () => {
    const { user } = await openPerson(accounts, database)
    await database.ownerPool.query("update profiles set company = 'Empresa que se va' where id = $1", [user.id])
    const subject = { of: 'client', id: user.id } as const
    await addNote(database.db, { actor: admin, subject, body: 'Algo', now: NOW })
    await deleteAccount(accounts.caller(), user, { password: PASSWORD, now: NOW })
    expect(await asActor(database.db, admin, tx => listNotes(tx, subject))).toEqual([])
    const gone = await found(user.id)
    expect(gone).toMatchObject({ name: 'Cuenta eliminada', email: null, company: null, role: null })
    expect(gone?.deleted_at).not.toBeNull()
    await expect(addNote(database.db, { actor: admin, subject, body: 'Más', now: NOW })).rejects.toThrow('ya no existe')
  })
})

describe('changing a role', () => {
  /** As the administrator, from a session that was confirmed so many minutes ago. */
  const change = async (actor: Admin, userId: string, role: GivenRole, minutes = 1) => {
    const session = randomUUID()
    await database.ownerPool.query(
      "insert into auth.sessions (id, user_id, token, expires_at, stepped_up_at) values ($1::uuid, $2, $1::uuid::text, '2100-01-01', $3)",
      [session, actor.userId, new Date(NOW.getTime() - minutes * 60_000)],
    )
    return changeRole(database.db, { actor, session, userId, role, now: NOW })
  }
  const roleOf = async (id: string) => (await found(id))?.role
  /** As after accepting an invitation. */
  const joinStaff = (id: string, scope: StaffScope) =>
    database.ownerPool.query("update profiles set role = 'admin', staff_scope = $2 where id = $1", [id, scope])

  // shows: B6.8
  it('needs a session that was just confirmed, and is audited', async () => {
    const client = await newClient()
    await expect(change(admin, client.id, 'assessment_manager', 10)).rejects.toMatchObject({ field: 'password' })
    expect(await roleOf(client.id)).toBe('client')
    await change(admin, client.id, 'assessment_manager')
    await expect(change(admin, client.id, 'assessment_manager')).rejects.toThrow('Ya tiene ese rol')
    await expect(change(admin, randomUUID(), 'client')).rejects.toThrow('Esa cuenta ya no existe.')
    expect(await auditOf(database, client.id)).toMatchObject([
      {
        action: 'role_changed',
        actor_user_id: admin.userId,
        before: { role: 'client' },
        after: { role: 'assessment_manager' },
      },
    ])
  })

  // shows: B6.7
  it("is mailed to the person, and shows the administrator which of the person's keys are still valid", async () => {
    const person = await newClient()
    const mails = async () =>
      (
        await database.ownerPool.query<{ params: Record<string, unknown> }>(
          "select params from mails where template = 'role_changed' and recipient = $1 order by created_at, id",
          [person.email],
        )
      ).rows.map(({ params }) => params)
    await expect(change(admin, person.id, 'client')).rejects.toThrow('Ya tiene ese rol')
    expect(await mails()).toEqual([])
    await joinStaff(person.id, 'sales')
    expect(await change(admin, person.id, 'admin')).toBe(0)
    expect(await mails()).toMatchObject([{ rol_cuenta: 'Administrador de Plataforma', administra: true }])
    const makeKey = (change: string) =>
      database.ownerPool.query(
        `insert into api_keys (name, prefix, key_hash, scopes, created_by, expires_at, revoked_at)
         select 'ERP', 'alh_123456', $2, array['orders:read'], $1, ${change}`,
        [person.id, randomBytes(32).toString('hex'), NOW],
      )
    await makeKey("$3::timestamptz + interval '1 day', null")
    await makeKey("$3::timestamptz - interval '1 day', null")
    await makeKey('null, $3')
    expect(await change(admin, person.id, 'client')).toBe(1)
    expect(await mails()).toMatchObject([{}, { rol_cuenta: 'Cliente', administra: false, administraba: true }])
  })

  // shows: B6.8
  it("takes effect in the person's open sessions from the next request", async () => {
    const { cookie, user } = await openPerson(accounts, database)
    const args = () => ({
      request: new Request('http://tienda.test/admin', { headers: { cookie } }),
      url: new URL('http://tienda.test/admin'),
      context: contextOf(accounts, database),
    })
    await expect(requireRole(args(), ['admin'])).rejects.toMatchObject({ init: { status: 403 } })
    await joinStaff(user.id, 'admin')
    expect((await requireRole(args(), ['admin'])).id).toBe(user.id)
    await change(admin, user.id, 'client')
    expect((await requireUser(args())).role).toBe('client')
    await expect(requireRole(args(), ['admin'])).rejects.toMatchObject({ init: { status: 403 } })
  })

  // shows: B6.8
  it('leaves one administrator, also when two demote each other concurrently', async () => {
    const [one, two] = [await newAdmin(), await newAdmin()]
    await database.ownerPool.query("update profiles set role = 'client' where role = 'admin' and id not in ($1, $2)", [
      one.userId,
      two.userId,
    ])
    const answers = await Promise.allSettled([change(one, two.userId, 'client'), change(two, one.userId, 'client')])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const left = [one, two].find((_, at) => answers[at]?.status === 'fulfilled') ?? one
    const out = left === one ? two : one
    await expect(change(left, left.userId, 'client')).rejects.toThrow('Es la única persona que administra')
    await expect(change(out, left.userId, 'client')).rejects.toThrow('Ya no administras la tienda')
    const { rows } = await database.ownerPool.query("select id from profiles where role = 'admin'")
    expect(rows).toEqual([{ id: left.userId }])
    await database.ownerPool.query("update profiles set role = 'admin' where id = $1", [admin.userId])
  })

  it('gives a part of the back office, which only who administers the whole may do', async () => {
    const person = await newClient()
    await joinStaff(person.id, 'sales')
    expect(await change(admin, person.id, 'support')).toBe(0)
    expect(await found(person.id)).toMatchObject({ role: 'admin', staff_scope: 'support' })
    await expect(change(admin, person.id, 'support')).rejects.toThrow('Ya tiene ese rol')
    const support = { kind: 'admin', userId: person.id } as const
    await expect(change(support, person.id, 'admin')).rejects.toThrow('Ya no administras la tienda')
    expect(await change(admin, person.id, 'finance')).toBe(0)
    const [, entry] = await auditOf(database, person.id)
    expect(entry).toMatchObject({ before: { role: 'support' }, after: { role: 'finance' } })
    const { rows } = await database.ownerPool.query(
      "select params from mails where template = 'role_changed' and recipient = $1 order by created_at desc limit 1",
      [person.email],
    )
    expect(rows).toMatchObject([{ params: { rol_cuenta: 'Equipo: Finanzas', administra: true } }])
  })

  it('is refused by the database to anybody but administrators', async () => {
    const client = await newClient()
    const as = (actor: Actor, statement: string) => wordAs(database, actor, statement)
    const answerTo = (actor: Actor, statement: string) => askAs(database, actor, statement)
    const asClient = { kind: 'user', userId: client.id } as const
    const asFalseAdmin = { kind: 'admin', userId: client.id } as const
    const grab = `select answer from private.change_role('${client.id}', 'admin', gen_random_uuid(), now())`
    expect(await answerTo(asClient, grab)).toMatchObject({ rows: [{ answer: 'not_admin' }] })
    expect(await answerTo(asFalseAdmin, grab)).toMatchObject({ rows: [{ answer: 'not_admin' }] })
    expect(await as(asClient, 'select 1 from client_totals')).toBe('done: 0')
    expect(await as(asClient, 'select 1 from companies')).toBe('done: 0')
    expect(await as(asClient, 'update client_totals set spent_clp = 0')).toContain('permission denied')
    expect(await as(asClient, `insert into client_notes (user_id, body) values ('${client.id}', 'x')`)).toContain(
      'row-level security',
    )
    expect(
      await as(
        admin,
        `insert into client_notes (user_id, author_id, body) values ('${client.id}', '${client.id}', 'x')`,
      ),
    ).toContain('permission denied')
  })
})
