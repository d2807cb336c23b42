import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { previewList, storeList } from '#app/features/accesses/invitations/invitation-list.server.ts'
import { findItemTargets } from '#app/features/results/targets/choose-targets.server.ts'
import { targetName, weightName } from '#app/features/results/targets/targets.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, findProduct } from '#tests/support/factories.ts'
import { inviteRound, saveRound } from './set-up-round.server.ts'

let database: TestDatabase
let buyer: { id: string; first_name: string; last_name: string; company: string | null }
let itemId: string
const NOW = new Date()
const soon = new Date(NOW.getTime() + 20 * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  database = await cloneDatabase(12)
})
afterAll(() => database.close())

beforeEach(async () => {
  buyer = { ...(await createProfile(database.ownerPool)), company: 'Minera Sur' }
  const product = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
  itemId = (await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 5 })).item_id
})

const rows = async (query: string, ...values: unknown[]) => (await database.ownerPool.query(query, values)).rows
const item = async () =>
  (
    await rows(
      'select result_mode, due_at is not null as dated, reminder_days, section_targets, used_seats from order_items where id = $1',
      itemId,
    )
  )[0]
const audited = async () =>
  (await rows('select action from audit_log where entity_id = $1 order by id', itemId)).map(({ action }) => action)
const save = (form: Record<string, string>, userId = buyer.id) =>
  saveRound(database.db, { userId, itemId, form, now: NOW })

/** The targets of the form, with another level for the first area. */
async function targets(level: string): Promise<Record<string, string>> {
  const found = await findItemTargets(database.db, { userId: buyer.id, itemId })
  return Object.fromEntries(
    (found?.areas ?? []).flatMap(({ id, target, weight }, at) => [
      [targetName(id), at === 0 ? level : String(target.proposed)],
      [weightName(id), String(weight.proposed)],
    ]),
  )
}

let tests = 0
async function list(count: number) {
  tests += 1
  const emails = Array.from({ length: count }, (_, at) => `ronda-${tests}-${at}@example.cl`)
  const people = emails.map(email => ({ firstName: 'Pedro', lastName: 'Soto', email, role: 'Gerente', area: 'TI' }))
  const draftId = (await storeList(database.db, { userId: buyer.id, itemId, people })) ?? ''
  const shown = await previewList(database.db, { userId: buyer.id, itemId, draftId, now: NOW })
  if (!shown || shown.confirmed) throw new Error('There is no dry run')
  return { emails, draftId, key: shown.key }
}

type Listed = Awaited<ReturnType<typeof list>>
const invite = ({ draftId, key }: Listed, form: Record<string, string>) =>
  inviteRound(database.db, { user: buyer, userId: buyer.id, itemId, draftId, key, form, now: NOW })

describe('what is chosen before the first invitation', () => {
  it('is saved together, and recorded once: what did not change is not written again', async () => {
    expect(await save({ mode: 'confidential', due: soon, days: '7', ...(await targets('5')) })).toBe(true)
    expect(await item()).toMatchObject({ result_mode: 'confidential', dated: true, reminder_days: 7 })
    expect((await item())?.section_targets).toMatchObject({ 1: 5 })
    const recorded = ['result_mode_chosen', 'due_date_set', 'reminders_scheduled', 'targets_chosen']
    expect(await audited()).toEqual(recorded)
    expect(await save({ mode: 'confidential', due: soon, days: '7', ...(await targets('5')) })).toBe(true)
    expect(await audited()).toEqual(recorded)
    expect(await save({})).toBe(true)
    expect(await item()).toMatchObject({ result_mode: 'confidential', dated: true, reminder_days: 7 })
    expect(await save({ due: '', days: '' })).toBe(true)
    expect(await item()).toMatchObject({ dated: false, reminder_days: null })
  })

  it.each([
    [{ due: '2020-01-01' }, 'Elige hoy o un día que venga.'],
    [{ due: 'mañana' }, 'Escribe una fecha válida'],
    [{ due: '2999-01-01' }, 'Los accesos terminan antes de ese día.'],
    [{ [targetName(1)]: '9' }, 'Elige un nivel y una importancia para cada área.'],
    [{ days: '5' }, 'Revisa las opciones'],
    [{ mode: 'secret' }, 'Revisa las opciones'],
  ])('is saved whole or not at all: %o', async (wrong, text) => {
    await expect(save({ mode: 'confidential', ...wrong } as Record<string, string>)).rejects.toThrow(text)
    expect(await item()).toMatchObject({ result_mode: 'nominative', dated: false, reminder_days: null })
    expect(await audited()).toEqual([])
  })

  it('is for who coordinates the purchase alone', async () => {
    const other = await createProfile(database.ownerPool)
    expect(await save({ mode: 'confidential', days: '7' }, other.id)).toBe(false)
    expect(await item()).toMatchObject({ result_mode: 'nominative', reminder_days: null })
  })

  it('has no mode where nobody reads answers', async () => {
    const workshop = await findProduct(database.ownerPool, 'taller-kanban')
    itemId = (await createPaidItem(database.ownerPool, { userId: buyer.id, productId: workshop.id, seats: 5 })).item_id
    const { result_mode: before } = (await item()) ?? {}
    expect(await save({ mode: 'confidential', days: '3' })).toBe(true)
    expect(await item()).toMatchObject({ result_mode: before, reminder_days: 3 })
  })
})

describe('inviting', () => {
  it('says in each mail what was chosen in the form that was sent', async () => {
    const listed = await list(3)
    expect(await invite(listed, { mode: 'confidential', due: soon, days: '14' })).toBe(3)
    expect(await item()).toMatchObject({ result_mode: 'confidential', reminder_days: 14, used_seats: 4 })
    const mails = await rows('select params from mails where recipient = any ($1)', listed.emails)
    expect(mails).toHaveLength(3)
    for (const { params } of mails) expect(params).toMatchObject({ confidencial: true })
    const accesses = await rows('select distinct result_mode from user_accesses where email = any ($1)', listed.emails)
    expect(accesses).toEqual([{ result_mode: 'confidential' }])
  })

  it('changes nothing where the list can not be invited as it was shown', async () => {
    const listed = await list(2)
    await expect(invite({ ...listed, key: 'other' }, { mode: 'confidential', days: '7' })).rejects.toThrow(
      'Los asientos o los accesos cambiaron',
    )
    expect(await item()).toMatchObject({ result_mode: 'nominative', reminder_days: null, used_seats: 1 })
  })

  it('happens once, however often and with whatever else the form is sent again', async () => {
    const listed = await list(2)
    const answers = await Promise.all(Array.from({ length: 8 }, () => invite(listed, { mode: 'confidential' })))
    expect(answers).toEqual(Array(8).fill(2))
    expect(await invite(listed, { mode: 'nominative', days: '7' })).toBe(2)
    expect(await item()).toMatchObject({ result_mode: 'confidential', reminder_days: null, used_seats: 3 })
    expect(await rows('select from mails where recipient = any ($1)', listed.emails)).toHaveLength(2)
  })

  it('keeps what the first invitation promised', async () => {
    await invite(await list(1), { mode: 'confidential' })
    await expect(invite(await list(1), { mode: 'nominative' })).rejects.toThrow('el modo quedó fijo')
    await expect(save({ mode: 'nominative' })).rejects.toThrow('el modo quedó fijo')
  })
})
