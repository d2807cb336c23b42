import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { singleInviteForm } from '#app/features/accesses/accesses-schema.server.ts'
import { endOfDay } from '#app/kernel/dates.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { accessCode } from '#app/platform/secrets/access-code.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createPaidItem,
  createProfile,
  createRefund,
  findProduct,
  type TestItem,
  type TestProfile,
} from '#tests/support/factories.ts'
import { inviteRespondent } from './invite-respondent.server.ts'

const NOT_FOUND = 'No se pudo crear la invitación. Inténtelo de nuevo.'
const NO_SEATS = 'Ya se han usado todos los asientos disponibles para este assessment'
const ALREADY_INVITED = 'Esa dirección ya tiene un acceso en este assessment. Usa otra.'

const settings = { appUrl: 'https://tienda.example' }

let database: TestDatabase
let buyer: TestProfile & { company: null }
let item: TestItem

beforeAll(async () => {
  database = await cloneDatabase(20)
})
afterAll(() => database.close())

beforeEach(async () => {
  buyer = { ...(await createProfile(database.ownerPool, { first_name: 'Camila', last_name: 'Pérez' })), company: null }
  item = await newItem(4)
})

async function newItem(seats: number, slug = 'dama-assessment') {
  const product = await findProduct(database.ownerPool, slug)
  return createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats })
}

const person = (email: string, mode?: string) =>
  singleInviteForm.parse({ firstName: 'Pedro', lastName: 'Soto', email, role: 'gerente', area: 'Finanzas', mode })

const invite = (email: string, input: { itemId?: string; user?: typeof buyer; now?: Date; mode?: string } = {}) =>
  inviteRespondent(
    { db: database.db, settings },
    {
      user: input.user ?? buyer,
      itemId: input.itemId ?? item.item_id,
      form: person(email, input.mode),
      now: input.now ?? new Date(),
    },
  )

const rows = async (query: string, ...values: unknown[]) => (await database.ownerPool.query(query, values)).rows
const seats = async () => (await rows('select used_seats from order_items where id = $1', item.item_id))[0]?.used_seats

describe('an invitation', () => {
  // shows: A2.27
  it('of a confidential purchase shows the code to the invited person alone', async () => {
    const { item_id: itemId } = await newItem(3)
    await database.ownerPool.query("update order_items set result_mode = 'confidential' where id = $1", [itemId])
    const invited = await invite('secreta@example.cl', { itemId })
    const [mail] = await rows("select params from mails where recipient = 'secreta@example.cl'")
    expect(accessCode(mail.params.codigo_acceso)).toMatch(/^AC-/)
    expect(invited.access_code).toBeNull()
    expect(JSON.stringify(invited)).not.toContain(accessCode(mail.params.codigo_acceso))
  })

  // shows: A3.7, A7.4
  it('uses a seat, reads the code back and queues the mail with it', async () => {
    const invited = await invite(' Pedro@Example.CL ')
    const [access] = await rows(
      `select * from user_accesses where order_item_id = $1 and email = 'pedro@example.cl'`,
      item.item_id,
    )
    expect(invited).toMatchObject({ email: 'pedro@example.cl', access_code: accessCode(access.access_code) })
    expect(access).toMatchObject({
      status: 'active',
      invited_by_user_id: buyer.id,
      user_id: buyer.id,
      invitee_name: 'Pedro Soto',
      job_role: 'gerente',
      department: 'Finanzas',
    })
    expect(await seats()).toBe(2)
    const mails = await rows('select * from mails where access_id = $1', access.id)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      template: 'respondent_invitation',
      recipient: 'pedro@example.cl',
      params: { codigo_acceso: access.access_code, enlace_evaluacion: expect.any(String), taller: false },
    })
    expect(mails[0].params.enlace_evaluacion).toBe(
      `/dama-assessment?access_id=${access.id}&assessment_id=${access.assessment_id}`,
    )
  })

  // shows: A9.6
  it("expires with the buyer's own access, 180 days after the payment", async () => {
    await invite('pedro@example.cl')
    const ends = await rows('select distinct expires_at from user_accesses where order_item_id = $1', item.item_id)
    expect(ends).toHaveLength(1)
  })

  it("is recorded in the audit log as the buyer's", async () => {
    await invite('pedro@example.cl')
    const [entry] = await rows(
      `select log.* from audit_log log join user_accesses access on access.id::text = log.entity_id
       where access.order_item_id = $1`,
      item.item_id,
    )
    expect(entry).toMatchObject({ action: 'access_invited', actor_kind: 'user', actor_user_id: buyer.id })
  })
})

describe('the mode that is chosen with an invitation', () => {
  const modes = async (itemId: string) =>
    rows(
      `select item.result_mode as item, access.result_mode as access from order_items item
       join user_accesses access on access.order_item_id = item.id where item.id = $1 order by access.created_at`,
      itemId,
    )

  it('is that of the purchase and of its first invitation, and is in the audit log', async () => {
    const invited = await invite('primera@example.cl', { mode: 'confidential' })
    expect(invited.access_code).toBeNull()
    const confidential = { item: 'confidential', access: 'confidential' }
    expect(await modes(item.item_id)).toEqual([confidential, confidential])
    const [mail] = await rows("select params from mails where recipient = 'primera@example.cl'")
    expect(mail.params).toMatchObject({ confidencial: true })
    expect(
      await rows("select after from audit_log where action = 'result_mode_chosen' and entity_id = $1", item.item_id),
    ).toEqual([{ after: { result_mode: 'confidential' } }])
  })

  it('is refused where another one is fixed, and nobody is invited', async () => {
    await invite('primera@example.cl', { mode: 'nominative' })
    await expect(invite('segunda@example.cl', { mode: 'confidential' })).rejects.toThrow('el modo quedó fijo')
    expect(await seats()).toBe(2)
    await invite('segunda@example.cl', { mode: 'nominative' })
    expect(await seats()).toBe(3)
  })

  it('is the one of two first invitations that came first', async () => {
    const both = await Promise.allSettled([
      invite('a@example.cl', { mode: 'nominative' }),
      invite('b@example.cl', { mode: 'confidential' }),
    ])
    const [first] = await modes(item.item_id)
    const invited = both.filter(({ status }) => status === 'fulfilled')
    expect(await rows('select distinct result_mode from user_accesses where order_item_id = $1', item.item_id)).toEqual(
      [{ result_mode: first.item }],
    )
    expect(invited).toHaveLength((await seats()) - 1)
  })
})

describe('an invitation is refused', () => {
  // shows: A4.23, A8.10
  it('when all seats are used, and leaves no trace', async () => {
    for (const name of ['a', 'b', 'c']) await invite(`${name}@example.cl`)
    expect(await seats()).toBe(4)
    const mailsBefore = await rows('select id from mails')
    await expect(invite('d@example.cl')).rejects.toMatchObject({ title: 'No disponible', message: NO_SEATS })
    expect(await rows('select id from mails')).toHaveLength(mailsBefore.length)
    expect(await seats()).toBe(4)
  })

  it("for an address that has an access, whatever its case, also the buyer's own", async () => {
    await invite('pedro@example.cl')
    for (const email of ['ＰＥＤＲＯ@example.cl', buyer.email]) {
      await expect(invite(email)).rejects.toMatchObject({ message: ALREADY_INVITED, field: 'email' })
    }
    expect(await seats()).toBe(2)
  })

  it("for another buyer's item, as for an unknown one", async () => {
    const stranger = { ...(await createProfile(database.ownerPool)), company: null }
    const unknown = { itemId: '00000000-0000-4000-8000-000000000000' }
    for (const input of [{ user: stranger }, unknown]) {
      await expect(invite('x@example.cl', input)).rejects.toThrow(NOT_FOUND)
    }
    expect(await seats()).toBe(1)
  })

  it('for a refunded order', async () => {
    await createRefund(database.ownerPool, item.order_id)
    await expect(invite('x@example.cl')).rejects.toThrow(NOT_FOUND)
  })

  it('after the time to answer', async () => {
    const now = endOfDay(new Date(), 181)
    await expect(invite('x@example.cl', { now })).rejects.toMatchObject({
      title: 'Plazo vencido',
      message: 'El plazo para responder este assessment ya terminó',
    })
  })
})

describe('concurrent invitations', () => {
  // shows: A4.23
  it('create exactly as many accesses as seats are left', async () => {
    const requested = Array.from({ length: 50 }, (_, index) => invite(`persona${index}@example.cl`))
    const answers = await Promise.allSettled(requested)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const refusals = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(refusals).toEqual(Array.from({ length: 47 }, () => new Refusal(NO_SEATS, { title: 'No disponible' })))
    expect(await seats()).toBe(4)
    expect(await rows('select id from user_accesses where order_item_id = $1', item.item_id)).toHaveLength(4)
  })

  it('invite the same address once', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => invite('pedro@example.cl')))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await seats()).toBe(2)
  })
})
