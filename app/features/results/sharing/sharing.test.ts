import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { findResults } from '#app/features/results/find-results.server.ts'
import { publishResults } from '#app/features/results/rounds/publish-results.server.ts'
import { ok } from '#app/kernel/result.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import type { OutgoingMail } from '#app/platform/mail/outgoing-mail.ts'
import data from '#content/dama-dmbok2.es.json' with { type: 'json' }
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'
import { sendNewMails } from '#tests/support/mails.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { chooseSharing, findSharing, shareResults } from './share-results.server.ts'
import { lateLevels } from './shared-levels.server.ts'

const dama = questionnaireSchema.parse(data)
const fields = dama.sections.flatMap(section => section.questions.map(({ field }) => field))
const day = (number: number) => new Date(Date.UTC(2026, 10, number, 15))

let database: TestDatabase
let buyer: TestProfile
let productId: string

beforeAll(async () => {
  database = await cloneDatabase()
  buyer = await createProfile(database.ownerPool)
  productId = (await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })).id
})
afterAll(() => database.close())

type Item = { itemId: string; userId: string }

async function buy(mode: 'nominative' | 'confidential' = 'nominative'): Promise<Item> {
  const input = { userId: buyer.id, productId, seats: 60, mode: 'business' as const }
  const { item_id: itemId } = await createPaidItem(database.ownerPool, input)
  await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [itemId, mode])
  expect(await chooseSharing(database.db, { userId: buyer.id, itemId, share: true })).toBe(true)
  return { itemId, userId: buyer.id }
}

/** People who completed an item on a day of November, each with different answers. */
async function complete(item: Item, { count, on, from = 0 }: { count: number; on: number; from?: number }) {
  const ids = await completePeople(
    database.ownerPool,
    item,
    Array.from({ length: count }, (_, one) => ({
      area: 'Legal',
      position: 'analista',
      answers: Object.fromEntries(fields.map((field, at) => [field, 1 + ((from + one + at + ((one * at) % 3)) % 5)])),
    })),
  )
  await database.ownerPool.query('update user_accesses set completed_at = $2 where id = any ($1)', [ids, day(on)])
  return ids
}

const share = (item: Item, on: number) => shareResults(database.db, { ...item, now: day(on) })

/** Sends what waits, and returns the mails with whom they are about. */
async function send() {
  const sent: OutgoingMail[] = []
  await sendNewMails({
    db: database.db,
    appUrl: 'https://tienda.example',
    log: createLog('info', () => undefined),
    late: lateLevels(database.db),
    transport: {
      send: async (mail: OutgoingMail) => {
        sent.push(mail)
        return ok(undefined)
      },
    } as never,
  })
  return sent
}

const textTo = async (sent: readonly OutgoingMail[], accessId: string) => {
  const { rows } = await database.ownerPool.query('select email from user_accesses where id = $1', [accessId])
  const [mail] = sent.filter(({ recipient }) => recipient === rows[0].email)
  if (!mail) throw new Error('Nothing was sent')
  return mail.text
}

const stored = async ({ itemId }: Item) =>
  (
    await database.ownerPool.query(
      `select mail.params, mail.subject, mail.last_error, mail.status, mail.access_id from mails mail
       join user_accesses access on access.id = mail.access_id where access.order_item_id = $1 and template = 'respondent_results'`,
      [itemId],
    )
  ).rows

it('tells each person the own levels and the team’s, which are those of the pages', async () => {
  const item = await buy()
  const ids = await complete(item, { count: 6, on: 2 })
  expect(await findSharing(database.db, item)).toEqual({ shared: true, waiting: 6, untold: 0, withoutTeam: false })
  expect(await share(item, 3)).toBe(6)
  expect(await findSharing(database.db, item)).toEqual({ shared: true, waiting: 0, untold: 0, withoutTeam: true })
  const sent = await send()
  const { figures } = (await findConsolidated(database.db, item.userId, item.itemId)) ?? {}
  if (!figures) throw new Error('There are no figures')
  for (const accessId of ids) {
    const own = await findResults(database.db, buyer.id, accessId)
    if (own.state !== 'found') throw new Error('There are no results')
    const { overall, sections } = own.results.report
    const text = await textTo(sent, accessId)
    const said = (mean: number | null, word: string) => `${formatLevel(mean)} (${word})`
    expect(text).toContain(
      `Nivel general: Tú ${said(overall.mean, overall.word)} · Equipo ${said(figures.overall.mean, figures.overall.word)}, de 6 personas`,
    )
    for (const [index, { title, mean, word }] of sections.entries()) {
      const team = figures.sections[index]
      expect(text).toContain(`${title}: Tú ${said(mean, word)} · Equipo ${said(team?.mean ?? null, team?.word ?? '')}`)
    }
    expect(text).toContain('Quien te invitó también ve tus niveles.')
  }
})

it('leaves no level in the outbox, which buyers and staff read', async () => {
  const item = await buy('confidential')
  await complete(item, { count: 6, on: 2 })
  await publish(database, item)
  await share(item, 3)
  const before = await stored(item)
  await send()
  const after = await stored(item)
  expect(after.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'sent'))
  for (const row of [...before, ...after]) {
    expect(Object.keys(row.params).toSorted()).toEqual(
      ['confidencial', 'nombre', 'nombre_comprador', 'nombre_evaluacion'].toSorted(),
    )
    expect(JSON.stringify([row.params, row.subject, row.last_error])).not.toMatch(/\d,\d|Definido|Repetible|Inicial/)
  }
  // What the page of the own results says is read by the shop alone.
  const [access = ''] = after.map(row => row.access_id)
  const { rows } = await asActor(database.db, { kind: 'user', userId: buyer.id }, tx =>
    sql<{ found: unknown }>`select private.results_to_share(${access}::uuid) as found`.execute(tx),
  )
  expect(rows).toEqual([{ found: null }])
})

it('tells no team of fewer than five, nor one that two mails would tell apart', async () => {
  const item = await buy()
  const withoutTeam = async () => (await findSharing(database.db, item))?.withoutTeam
  const [first = ''] = await complete(item, { count: 4, on: 2 })
  expect(await withoutTeam()).toBe(true)
  await share(item, 3)
  expect(await textTo(await send(), first)).not.toContain('Equipo')
  const [fifth = ''] = await complete(item, { count: 5, on: 4, from: 10 })
  expect(await withoutTeam()).toBe(false)
  await share(item, 5)
  expect(await textTo(await send(), fifth)).toContain('de 9 personas')
  const [tenth = ''] = await complete(item, { count: 4, on: 6, from: 20 })
  expect(await withoutTeam()).toBe(true)
  await share(item, 7)
  expect(await textTo(await send(), tenth)).not.toContain('Equipo')
})

it('sends everybody of a confidential purchase the same row, and the figures of the own round only to who is in it', async () => {
  const item = await buy('confidential')
  const counted = await complete(item, { count: 6, on: 2 })
  await expect(share(item, 3)).rejects.toThrow('No hay nadie a quien enviarlos por ahora.')
  await publish(database, item)
  const [late = ''] = await complete(item, { count: 1, on: 3, from: 40 })
  expect(await share(item, 4)).toBe(7)
  const rows = await stored(item)
  expect(new Set(rows.map(({ params }) => JSON.stringify(params))).size).toBe(1)
  const sent = await send()
  const { figures } = (await findConsolidated(database.db, item.userId, item.itemId)) ?? {}
  const text = await textTo(sent, counted[0] ?? '')
  expect(text).toContain(`Equipo ${formatLevel(figures?.overall.mean ?? null)} (`)
  expect(text).toContain('de 6 personas')
  expect(text).toContain('quien te invitó no los ve')
  expect(await textTo(sent, late)).not.toContain('Equipo')
})

describe('a round that is published after the own levels were sent', () => {
  const publishOn = (item: Item, on: number) =>
    publishResults(database.db, { ...item, number: 1000, now: day(on) }).then(done => expect(done).toBe(true))

  /** Six people of a first round and one who came too late for it have their levels; six more make a second round with the late one. */
  async function published() {
    const item = await buy('confidential')
    const [first = ''] = await complete(item, { count: 6, on: 2 })
    await publishOn(item, 3)
    const [late = ''] = await complete(item, { count: 1, on: 4, from: 40 })
    expect(await share(item, 5)).toBe(7)
    await send()
    const [later = ''] = await complete(item, { count: 6, on: 6, from: 60 })
    await publishOn(item, 7)
    return { item, first, late, later }
  }
  const teamMails = async ({ itemId }: Item) =>
    (
      await database.ownerPool.query(
        `select mail.params, mail.status, mail.access_id from mails mail join user_accesses access on access.id = mail.access_id
         where access.order_item_id = $1 and template = 'respondent_team_results'`,
        [itemId],
      )
    ).rows

  it('brings its team’s levels to all of them, so that nobody learns whom it counts, and once', async () => {
    const { item, first, late, later } = await published()
    expect(await findSharing(database.db, item)).toEqual({ shared: true, waiting: 6, untold: 7, withoutTeam: false })
    const presses = await Promise.allSettled([share(item, 8), share(item, 8)])
    expect(presses).toContainEqual({ status: 'fulfilled', value: 13 })
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const rows = await teamMails(item)
    expect(rows).toHaveLength(7)
    expect(new Set(rows.map(({ params }) => JSON.stringify(params))).size).toBe(1)
    expect(JSON.stringify(rows)).not.toMatch(/\d,\d|Definido|Repetible|Inicial/)
    const sent = await send()
    expect(sent).toHaveLength(13)
    const { figures } = (await findConsolidated(database.db, item.userId, item.itemId)) ?? {}
    const team = `Equipo ${formatLevel(figures?.overall.mean ?? null)} (`
    for (const accessId of [first, late, later]) expect(await textTo(sent, accessId)).toContain(team)
    expect(await textTo(sent, late)).toContain('los niveles del equipo en la ronda 2')
    expect(await textTo(sent, late)).toContain('de 7 personas')
    expect(await textTo(sent, later)).not.toContain('la ronda 2')
    expect(await findSharing(database.db, item)).toEqual({ shared: true, waiting: 0, untold: 0, withoutTeam: false })
    await expect(share(item, 9)).rejects.toThrow('No hay nadie a quien enviarlos por ahora.')
  })

  it('tells nothing to who objected, was blocked or whose answers are gone, and nothing of another round', async () => {
    const { item, first, late } = await published()
    await database.ownerPool.query('update user_accesses set blocked_at = $2 where id = $1', [first, day(8)])
    await database.ownerPool.query('delete from private.completed_runs where access_id = $1', [late])
    expect(await share(item, 8)).toBe(12)
    expect(await send()).toHaveLength(11)
    const found = await asActor(database.db, { kind: 'system' }, tx =>
      sql<{ team: unknown }>`select private.results_to_share(id, 3) -> 'round' as team from user_accesses
        where order_item_id = ${item.itemId} and shared_round = 2 and blocked_at is null`.execute(tx),
    )
    expect(new Set(found.rows.map(({ team }) => team))).toEqual(new Set([null]))
  })
})

it('tells nothing of answers that are gone, and nobody who objected or is blocked', async () => {
  const item = await buy()
  const [erased = '', blocked = '', objecting = ''] = await complete(item, { count: 8, on: 2 })
  await database.ownerPool.query('update user_accesses set blocked_at = $2 where id = $1', [blocked, day(2)])
  await database.ownerPool.query(
    'insert into private.mail_objections (email, objected_at) select email, $2 from user_accesses where id = $1',
    [objecting, day(2)],
  )
  expect(await share(item, 3)).toBe(6)
  await database.ownerPool.query('delete from private.completed_runs where access_id = $1', [erased])
  expect(await send()).toHaveLength(5)
  expect(await lateLevels(database.db).respondent_results({ id: '', recipient: '', accessId: blocked })).toBeUndefined()
})

it('is chosen and pressed by whoever coordinates the purchase, once', async () => {
  const item = await buy()
  await complete(item, { count: 5, on: 2 })
  const stranger = await createProfile(database.ownerPool)
  const theirs = { itemId: item.itemId, userId: stranger.id }
  expect(await chooseSharing(database.db, { ...theirs, share: false })).toBe(false)
  expect(await share(theirs, 3)).toBeUndefined()
  expect(await findSharing(database.db, theirs)).toBeUndefined()
  const presses = await Promise.allSettled([share(item, 3), share(item, 3), share(item, 3)])
  expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await stored(item)).toHaveLength(5)
  await chooseSharing(database.db, { ...item, share: false })
  await complete(item, { count: 1, on: 4 })
  await expect(share(item, 5)).rejects.toThrow('guarda antes que compartes')
  const { rows } = await database.ownerPool.query(
    "select action, after from audit_log where entity_id = $1 and action in ('sharing_chosen', 'results_shared') order by id",
    [item.itemId],
  )
  expect(rows).toEqual([
    { action: 'sharing_chosen', after: { share_results: true } },
    { action: 'results_shared', after: { people: 5 } },
    { action: 'sharing_chosen', after: { share_results: false } },
  ])
})
