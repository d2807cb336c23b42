import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, now, organisationsOf, type Person } from '#app/features/organisations/organisations.test-support.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { read } from '#app/platform/pictures/make-logo.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct } from '#tests/support/factories.ts'
import { createCompleted } from '#tests/support/reviews.ts'
import { askAs, wordAs } from '#tests/support/row-security.ts'
import { drawLogo } from './logo.test-support.ts'
import { findHolder, findLogoPng, findPrintedHolder } from './logos.server.ts'
import { removeLogo, saveLogo } from './manage-logo.server.ts'

let database: TestDatabase
let organisations: ReturnType<typeof organisationsOf>
const people = {} as Record<'buyer' | 'coordinator' | 'reader' | 'removed' | 'stranger', Person>
let id = ''
let picture: Awaited<ReturnType<typeof drawn>>

async function drawn(colour?: string) {
  const made = await read(await drawLogo(600, 200, colour))
  if (!made.ok) throw new Error(made.error.code)
  return made.value
}

/** 'done', or why it was refused. */
async function outcome(work: Promise<void>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}
const save = (user: Person, made = picture, organisationId = id) =>
  outcome(saveLogo(database.db, made, { userId: user.id, organisationId, now }))
const remove = (user: Person, organisationId = id) =>
  outcome(removeLogo(database.db, { userId: user.id, organisationId, now }))

const stored = async (organisationId = id) =>
  (
    await database.ownerPool.query<{ hash: string; updated_by: string }>(
      'select hash, updated_by from organisation_logos where organisation_id = $1',
      [organisationId],
    )
  ).rows

const NOT_ALLOWED = 'Ya no puedes cambiar el logo de esta organización. Recarga la página.'

beforeAll(async () => {
  database = await cloneDatabase()
  organisations = organisationsOf(database)
  const { person, organisation, join, manage } = organisations
  for (const name of ['buyer', 'coordinator', 'reader', 'removed', 'stranger'] as const) {
    people[name] = await person(name)
  }
  const { buyer, coordinator, reader, removed, stranger } = people
  id = await organisation(buyer)
  await organisation(stranger, 'Otra SpA')
  await join(buyer, id, coordinator, 'coordinator')
  await join(buyer, id, reader, 'results')
  await join(buyer, id, removed, 'buyer')
  await manage(buyer, { intent: 'remove', organisation: id, member: removed.id })
  picture = await drawn()
})
afterAll(() => database.close())

describe('the logo of an organisation', () => {
  it('is changed and removed by those who buy and coordinate, with an entry each, and by nobody else', async () => {
    const { buyer, coordinator, reader, removed, stranger } = people
    for (const other of [reader, removed, stranger]) expect(await save(other)).toBe(NOT_ALLOWED)
    expect(await stored()).toEqual([])
    expect(await save(buyer)).toBe('done')
    const [first] = await stored()
    expect(await save(coordinator, await drawn('#1f7a4d'))).toBe('done')
    const [second] = await stored()
    expect(second?.hash).not.toBe(first?.hash)
    expect(second?.updated_by).toBe(coordinator.id)
    for (const other of [reader, removed, stranger]) expect(await remove(other)).toBe(NOT_ALLOWED)
    expect(await remove(coordinator)).toBe('done')
    expect(await remove(coordinator)).toBe('done')
    expect(await stored()).toEqual([])
    const { rows } = await database.ownerPool.query(
      `select action, before ->> 'hash' as before, after ->> 'hash' as after from audit_log
       where entity = 'organisations' and entity_id = $1 and action like 'organisation_logo%' order by id`,
      [id],
    )
    expect(rows).toEqual([
      { action: 'organisation_logo_changed', before: null, after: first?.hash },
      { action: 'organisation_logo_changed', before: first?.hash, after: second?.hash },
      { action: 'organisation_logo_removed', before: second?.hash, after: null },
    ])
  })

  it('is one, when two people send one at once', async () => {
    const { buyer, coordinator } = people
    const other = await drawn('#a66a00')
    expect(
      await Promise.all(
        Array.from({ length: 8 }, (_, at) => save(at % 2 ? buyer : coordinator, at % 3 ? picture : other)),
      ),
    ).toEqual(Array.from({ length: 8 }, () => 'done'))
    expect(await stored()).toHaveLength(1)
  })

  it('is seen by its members alone, in the database as well', async () => {
    await save(people.buyer)
    const [{ hash } = { hash: '' }] = await stored()
    const seen: Record<string, unknown> = {}
    for (const [name, user] of Object.entries(people)) {
      const rows = await askAs(database, as(user), 'select hash from organisation_logos')
      const png = await findLogoPng(database.db, user.id, hash)
      seen[name] = ['refusal' in rows ? rows.refusal : rows.rows.length, png?.equals(picture.png) ?? false]
    }
    expect(seen).toEqual({
      buyer: [1, true],
      coordinator: [1, true],
      reader: [1, true],
      removed: [0, false],
      stranger: [0, false],
    })
    expect(await findLogoPng(database.db, people.buyer.id, '0'.repeat(64))).toBeUndefined()
    expect(await wordAs(database, { kind: 'visitor' }, 'select * from organisation_logos')).toBe('done: 0')
  })

  it('is written by no statement of others, nor in somebody else’s name', async () => {
    const { coordinator, reader, stranger } = people
    const values = (user: Person, by = user.id) =>
      wordAs(
        database,
        as(user),
        `insert into organisation_logos (organisation_id, png, width, height, hash, updated_at, updated_by)
         values ('${id}', '\\x00', 1, 1, repeat('a', 64), now(), '${by}')
         on conflict (organisation_id) do update set updated_by = excluded.updated_by`,
      )
    expect(await values(coordinator)).toBe('done: 1')
    expect(await values(coordinator, reader.id)).toContain('row-level security')
    for (const user of [reader, stranger]) {
      expect(await values(user)).toContain('row-level security')
      expect(await wordAs(database, as(user), 'update organisation_logos set width = 2')).toBe('done: 0')
      expect(await wordAs(database, as(user), 'delete from organisation_logos')).toBe('done: 0')
    }
  })

  it('names the purchases of its organisation, for those who see their results', async () => {
    const { buyer, coordinator, reader, removed, stranger } = people
    await save(buyer)
    const pool = database.ownerPool
    const product = await createProduct(pool, { questionnaireId: 'dama-dmbok2' })
    const item = await createPaidItem(pool, { userId: removed.id, productId: product.id, seats: 3 })
    const own = await createPaidItem(pool, { userId: buyer.id, productId: product.id, seats: 3 })
    await pool.query('update orders set organisation_id = $2 where id = $1', [item.order_id, id])
    const { accessId } = await createCompleted(pool, { productId: product.id, buyerId: removed.id, invited: false })
    await pool.query(
      `update orders set organisation_id = $2 where id = (
         select order_id from order_items bought join user_accesses access on access.order_item_id = bought.id where access.id = $1)`,
      [accessId, id],
    )
    for (const user of [buyer, coordinator, reader]) {
      expect(await findHolder(database.db, user.id, { itemId: item.item_id })).toMatchObject({
        name: 'Los Aromos SpA',
        logo: { width: picture.width, height: picture.height },
      })
      const printed = await findPrintedHolder(database.db, user.id, { accessId })
      expect(printed?.logo?.png.equals(picture.png)).toBe(true)
    }
    for (const user of [removed, stranger]) {
      expect(await findHolder(database.db, user.id, { itemId: item.item_id })).toBeUndefined()
      expect(await findPrintedHolder(database.db, user.id, { accessId })).toBeUndefined()
    }
    expect(await findHolder(database.db, buyer.id, { itemId: own.item_id })).toBeUndefined()
    await remove(buyer)
    expect(await findHolder(database.db, reader.id, { itemId: item.item_id })).toEqual({
      name: 'Los Aromos SpA',
      logo: null,
    })
  })

  it('is lost with its organisation: closed by its only member, or with that account', async () => {
    const { person, organisation, manage } = organisations
    const alone = await person('sola')
    const closed = await organisation(alone, 'Cerrada SpA')
    expect(await save(alone, picture, closed)).toBe('done')
    expect(await manage(alone, { intent: 'close', organisation: closed })).toBe('done')
    expect(await stored(closed)).toEqual([])
    expect(await save(alone, picture, closed)).toBe(NOT_ALLOWED)
    const left = await organisation(alone, 'Dejada SpA')
    expect(await save(alone, picture, left)).toBe('done')
    await database.ownerPool.query('select private.leave_organisations($1, now())', [alone.id])
    expect(await stored(left)).toEqual([])
  })

  it('is not given to an organisation that has just been closed', async () => {
    const { person, organisation } = organisations
    const alone = await person('carrera')
    const racing = await organisation(alone, 'Carrera SpA')
    const client = await database.ownerPool.connect()
    try {
      await client.query('begin')
      await client.query('update organisations set closed_at = now() where id = $1', [racing])
      const saving = save(alone, picture, racing)
      // It waits for the closing, which its members see no sooner than everybody.
      await expect
        .poll(async () => {
          const { rows } = await database.ownerPool.query<{ waiting: boolean }>(
            `select exists (select from pg_stat_activity where wait_event_type = 'Lock' and query like '%organisation_logos%'
               and datname = current_database()) as waiting`,
          )
          return rows[0]?.waiting
        })
        .toBe(true)
      await client.query('commit')
      expect(await saving).toBe(NOT_ALLOWED)
    } finally {
      client.release()
    }
    expect(await stored(racing)).toEqual([])
  })

  it('is nothing that the shop itself reads', async () => {
    const rows = await asActor(database.db, SYSTEM, tx => tx.selectFrom('organisation_logos').select('hash').execute())
    expect(rows).toEqual([])
  })
})
