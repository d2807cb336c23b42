import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { asActor, readAs } from '#app/platform/database/actor.server.ts'
import { BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createInvitation, createPaidItem, createProduct, type TestItem } from '#tests/support/factories.ts'
import { clientCompanies, organisationsOfPerson } from './client-companies.server.ts'
import { membershipsOf, peopleOf } from './organisations.server.ts'
import { as, now, organisationsOf, type Person } from './organisations.test-support.ts'

const NEEDS_BUYER =
  'Primero invita a alguien de la empresa con el rol Compra: después de dejarla nadie más podría administrarla.'

let database: TestDatabase
let organisations: ReturnType<typeof organisationsOf>
beforeAll(async () => {
  database = await cloneDatabase()
  organisations = organisationsOf(database)
})
afterAll(() => database.close())

/** A consultant's buyer, the consultant and a client company. */
async function makeConsultant(name = 'Consultora Norte') {
  const { person, consultant, client } = organisations
  const advisor = await person('Inés')
  const own = await consultant(advisor, name)
  return { advisor, own, company: await client(advisor, own, 'Aceros SpA') }
}

/** A paid purchase for an organisation; its own until `into` is given. */
async function buy(user: Person, into?: string): Promise<TestItem> {
  const product = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
  const item = await createPaidItem(database.ownerPool, { userId: user.id, productId: product.id, seats: 3 })
  if (into)
    await database.ownerPool.query('update orders set organisation_id = $2 where id = $1', [item.order_id, into])
  return item
}

const stateOf = async (id: string) => {
  const { rows } = await database.ownerPool.query<{ name: string; closed: boolean; consultant: string | null }>(
    'select name, closed_at is not null as closed, consultant_id as consultant from organisations where id = $1',
    [id],
  )
  return rows[0]
}

describe('a consultant', () => {
  it('is marked before it has client companies, and stays marked while it does', async () => {
    const { person, organisation, manage, mark } = organisations
    const ana = await person('Ana')
    const own = await organisation(ana)
    const add = () => manage(ana, { intent: 'add-client', organisation: own, name: 'Aceros SpA', rut: null })
    expect(await add()).toBe('Esta organización no tiene empresas cliente. Recarga la página.')
    expect(await mark(own)).toBe('done')
    expect(await add()).toBe('done')
    expect(await mark(own, false)).toBe(
      'Tiene empresas cliente: primero tiene que cerrarlas o dejar de administrarlas.',
    )
    const [company] = await readAs(database.db, as(ana), tx => clientCompanies(tx, own))
    expect(await mark(company?.id ?? '')).toBe('Es una empresa cliente de una consultora: no puede ser consultora.')
    expect(await manage(ana, { intent: 'close', organisation: company?.id ?? '' })).toBe('done')
    expect(await mark(own, false)).toBe('done')
    const { rows } = await database.ownerPool.query(
      "select action from audit_log where entity = 'organisations' and entity_id = $1 order by id",
      [own],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'organisation_created',
      'organisation_marked_consultant',
      'organisation_unmarked_consultant',
    ])
  })

  it('has client companies beside the ten organisations of a person, at most 200', async () => {
    const { person, organisation, client, join, manage } = organisations
    const { advisor, own } = await makeConsultant()
    for (let index = 1; index < 10; index++) await organisation(advisor, `Propia ${index}`)
    expect(await manage(advisor, { intent: 'create', name: 'Una más', rut: null })).toBe(
      'Ya perteneces a 10 organizaciones, que es el máximo.',
    )
    const company = await client(advisor, own, 'Trigales SpA')
    const manager = await person('Gabriel')
    await join(advisor, company, manager, 'buyer')
    for (let index = 0; index < 10; index++) await organisation(manager, `De él ${index}`)
    await database.ownerPool.query(
      `insert into organisations (name, created_at, consultant_id) select 'Cliente ' || number, now(), $1 from generate_series(1, 198) number`,
      [own],
    )
    expect(await manage(advisor, { intent: 'add-client', organisation: own, name: 'Otra', rut: null })).toBe(
      'Ya tienes 200 empresas cliente, que es el máximo.',
    )
  })

  it('lists its client companies with their purchases and people', async () => {
    const { person, client, join } = organisations
    const { advisor, own, company } = await makeConsultant()
    const other = await client(advisor, own, 'Trigales SpA')
    await join(advisor, company, await person('Gabriel'), 'results')
    await buy(advisor, company)
    const listed = await readAs(database.db, as(advisor), tx => clientCompanies(tx, own))
    expect(listed).toEqual([
      { id: company, name: 'Aceros SpA', rut: null, purchases: 1, people: 1 },
      { id: other, name: 'Trigales SpA', rut: null, purchases: 0, people: 0 },
    ])
    const seen = await asActor(database.db, { kind: 'system' }, tx => organisationsOfPerson(tx, advisor.id))
    expect(seen).toEqual([
      { id: own, name: 'Consultora Norte', role: 'buyer', is_consultant: true, consultant: null, clients: 2 },
    ])
  })

  it('closes only without client companies', async () => {
    const { manage } = organisations
    const { advisor, own, company } = await makeConsultant()
    expect(await manage(advisor, { intent: 'close', organisation: own })).toBe(
      'Primero cierra sus empresas cliente, o deja de administrarlas.',
    )
    expect(await manage(advisor, { intent: 'close', organisation: company })).toBe('done')
    expect(await manage(advisor, { intent: 'close', organisation: own })).toBe('done')
  })
})

describe('a client company', () => {
  it('is bought for under its own name, whatever company the checkout names', async () => {
    const { advisor, company } = await makeConsultant()
    const product = { ...(await createProduct(database.ownerPool, { basePriceClp: 0 })), basePriceClp: 0 }
    const form = { ...BOLETA, companyName: 'Consultora Norte', organisationId: company }
    const placed = await checkOut(database.db, advisor, cartOf(product, { seats: 3, mode: 'business' }), form, now)
    const { rows } = await database.ownerPool.query('select company_name, organisation_id from orders where id = $1', [
      placed.ok ? placed.value.id : '',
    ])
    expect(rows).toEqual([{ company_name: 'Aceros SpA', organisation_id: company }])
  })

  it('gets a purchase only before anybody was invited with it', async () => {
    const { manage } = organisations
    const { advisor, own, company } = await makeConsultant()
    const item = await buy(advisor)
    await createInvitation(database.ownerPool, { userId: advisor.id, itemId: item.item_id })
    const move = (organisation: string, { order_number }: TestItem) =>
      manage(advisor, { intent: 'move', organisation, order: order_number })
    expect(await move(company, item)).toBe(
      'Ya invitaste a personas con esta compra y sabían quién lee sus respuestas: una compra pasa a una empresa cliente solo antes de invitar.',
    )
    expect(await move(own, item)).toBe('done')
    expect(await move(company, await buy(advisor))).toBe('done')
  })

  it('is closed only while nothing was bought for it and it has no people', async () => {
    const { person, manage, join } = organisations
    const { advisor, company } = await makeConsultant()
    const manager = await person('Gabriel')
    await join(advisor, company, manager, 'results')
    const close = () => manage(advisor, { intent: 'close', organisation: company })
    expect(await close()).toBe('Todavía hay más personas en la organización.')
    expect(await manage(manager, { intent: 'leave', organisation: company })).toBe('done')
    const item = await buy(advisor, company)
    expect(await close()).toBe(
      'La empresa tiene compras. Puedes dejar de administrarla cuando alguien de ella tenga el rol Compra.',
    )
    await database.ownerPool.query('update orders set organisation_id = null where id = $1', [item.order_id])
    expect(await close()).toBe('done')
    expect(await stateOf(company)).toMatchObject({ closed: true, consultant: null })
  })

  it('is released once somebody of it buys: the consultant sees it no more, and it stays as it is', async () => {
    const { person, manage, join } = organisations
    const { advisor, company } = await makeConsultant()
    const manager = await person('Gabriel')
    await join(advisor, company, manager, 'results')
    const release = () => manage(advisor, { intent: 'release', organisation: company })
    expect(await release()).toBe(NEEDS_BUYER)
    // The only member of a client company may buy or not: its consultant does.
    const setRole = (role: 'buyer' | 'results') =>
      manage(advisor, { intent: 'change-role', organisation: company, member: manager.id, role })
    expect([await setRole('buyer'), await setRole('results'), await setRole('buyer')]).toEqual(['done', 'done', 'done'])
    const item = await buy(advisor, company)
    expect(await release()).toBe('done')
    const sees = (user: Person) =>
      readAs(database.db, as(user), tx =>
        tx.selectFrom('orders').select('id').where('id', '=', item.order_id).execute(),
      )
    expect([(await sees(advisor)).length, (await sees(manager)).length]).toEqual([0, 1])
    expect(await release()).toBe('Ya no puedes hacer eso en esta organización. Recarga la página.')
    expect(await manage(manager, { intent: 'leave', organisation: company })).toBe(
      'Alguien tiene que quedar con el rol Compra. Primero traspasa la organización a otra persona.',
    )
  })

  it('keeps somebody who buys when it is released while its only buyer leaves', async () => {
    const { person, manage, join } = organisations
    const { advisor, company } = await makeConsultant()
    const manager = await person('Gabriel')
    await join(advisor, company, manager, 'buyer')
    const [released, left] = await Promise.all([
      manage(advisor, { intent: 'release', organisation: company }),
      manage(manager, { intent: 'leave', organisation: company }),
    ])
    expect([released, left].filter(answer => answer === 'done')).toHaveLength(1)
    expect((await stateOf(company))?.consultant === null).toBe(released === 'done')
  })

  it("names its people to its own people, and the consultant's to those of the consultant", async () => {
    const { person, join } = organisations
    const { advisor, company } = await makeConsultant()
    const manager = await person('Gabriel')
    await join(advisor, company, manager, 'buyer')
    const namesFor = async (user: Person) =>
      (await readAs(database.db, as(user), tx => peopleOf(tx, company))).map(({ user_id, of_consultant }) => [
        user_id,
        of_consultant,
      ])
    expect(await namesFor(manager)).toEqual([[manager.id, false]])
    const seen = await namesFor(advisor)
    expect(seen).toHaveLength(2)
    expect(seen).toEqual(
      expect.arrayContaining([
        [advisor.id, true],
        [manager.id, false],
      ]),
    )
  })

  it('tells the buyer that somebody has finished, or else who buys at the consultant', async () => {
    const { person, join, manage } = organisations
    const { advisor, own, company } = await makeConsultant()
    const [successor, manager] = [await person('Sara'), await person('Gabriel')]
    await join(advisor, company, manager, 'buyer')
    await join(advisor, own, successor, 'buyer')
    const contact = async () => {
      const { rows } = await asActor(database.db, { kind: 'system' }, tx =>
        sql<{ id: string }>`select private.contact_of(${advisor.id}::uuid, ${company}::uuid) as id`.execute(tx),
      )
      return rows[0]?.id
    }
    expect(await contact()).toBe(advisor.id)
    expect(await manage(advisor, { intent: 'leave', organisation: own })).toBe('done')
    expect(await contact()).toBe(successor.id)
    expect(await manage(successor, { intent: 'release', organisation: company })).toBe('done')
    expect(await contact()).toBe(manager.id)
  })
})

describe('a deleted account', () => {
  /** What the database answers when a person deletes the own account. */
  async function leave(user: Person): Promise<string | undefined> {
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

  it('of the only person of a consultant closes it and what it alone has, and releases companies that have a buyer', async () => {
    const { person, client, join } = organisations
    const { advisor, own, company } = await makeConsultant()
    const [independent, watched] = [await client(advisor, own, 'Trigales SpA'), await client(advisor, own, 'Viña SpA')]
    const [manager, reader] = [await person('Gabriel'), await person('Rosa')]
    await join(advisor, independent, manager, 'buyer')
    await join(advisor, watched, reader, 'results')
    const item = await buy(advisor, company)
    await createInvitation(database.ownerPool, { userId: advisor.id, itemId: item.item_id })
    // Somebody has to be left who buys for the people of a company.
    expect(await leave(advisor)).toBe('last_buyer')
    await database.ownerPool.query("update organisation_members set role = 'buyer' where user_id = $1", [reader.id])
    expect(await leave(advisor)).toBe('deleted')
    expect(await stateOf(own)).toEqual({ name: 'Organización cerrada', closed: true, consultant: null })
    expect(await stateOf(company)).toEqual({ name: 'Organización cerrada', closed: true, consultant: null })
    expect(await stateOf(independent)).toEqual({ name: 'Trigales SpA', closed: false, consultant: null })
    expect(await stateOf(watched)).toEqual({ name: 'Viña SpA', closed: false, consultant: null })
    const { rows } = await database.ownerPool.query(
      'select distinct status from user_accesses where order_item_id = $1',
      [item.item_id],
    )
    expect(rows).toEqual([{ status: 'revoked' }])
  })

  it('of the only own member of a client company leaves it to the consultant', async () => {
    const { person, join } = organisations
    const { advisor, own, company } = await makeConsultant()
    const manager = await person('Gabriel')
    await join(advisor, company, manager, 'buyer')
    expect(await leave(manager)).toBe('deleted')
    expect(await stateOf(company)).toEqual({ name: 'Aceros SpA', closed: false, consultant: own })
    const listed = await readAs(database.db, as(advisor), tx => membershipsOf(tx, advisor.id))
    expect(listed.map(({ id }) => id)).toEqual([own, company])
  })
})
