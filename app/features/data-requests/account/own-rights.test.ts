import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { type Actor, asActor, SYSTEM, VISITOR } from '#app/platform/database/actor.server.ts'
import { answerAll, completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createInvitation, createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { openDataAccess, requestDataAccess } from './access-link.server.ts'
import { linkTo, mailsTo, openSubject } from './data-subject.test-support.ts'
import { findOwnData } from './own-data-frame.server.ts'
import { exerciseRight, SIGNED_OUT } from './own-rights.server.ts'
import { type DataSubject, findPersonalData } from './personal-data.server.ts'

const MISSING = 'Esa evaluación ya no está entre tus datos.'
const UNCHANGED = 'No había nada que cambiar.'
const TOO_MANY = 'Ya tienes diez solicitudes por responder. Espera la respuesta o escríbenos por correo.'

let database: TestDatabase
let fields: string[]

beforeAll(async () => {
  database = await cloneDatabase()
  const dama = await findQuestionnaire(database.db, 'dama-dmbok2', 1)
  fields = dama?.sections.flatMap(section => section.questions.map(question => question.field)) ?? []
})
afterAll(() => database.close())

const rowsOf = async (statement: string, ...values: unknown[]) =>
  (await database.ownerPool.query(statement, values)).rows
const everywhere = (option: number) => ({ answers: Object.fromEntries(fields.map(field => [field, option])) })

async function invite({ seats = 3, mode = 'nominative' } = {}) {
  const buyer = await createProfile(database.ownerPool, { first_name: 'Camila', last_name: 'Pérez' })
  const product = await findProduct(database.ownerPool)
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats })
  await rowsOf('update order_items set result_mode = $2 where id = $1', item.item_id, mode)
  const invited = await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id })
  return { buyer, item, invited, email: invited.email }
}

async function answering(options = {}) {
  const found = await invite(options)
  await answerAll(database.ownerPool, 'dama-dmbok2', [found.invited.id], [everywhere(4)])
  return { ...found, subject: await openSubject(database, found.email) }
}

const right = (subject: DataSubject, form: Parameters<typeof exerciseRight>[2], now = new Date()) =>
  exerciseRight(database.db, subject, form, now)
const seenBy = (actor: Actor, accessId: string) =>
  asActor(database.db, actor, tx =>
    tx
      .selectFrom('run_answers as answer')
      .innerJoin('assessment_runs as run', 'run.id', 'answer.run_id')
      .select('answer.field')
      .where('run.validated_access_id', '=', accessId)
      .execute(),
  )
const seenByBuyer = ({ id: userId }: { id: string }, accessId: string) => seenBy({ kind: 'user', userId }, accessId)

describe('the link to a mailbox', () => {
  it('opens once, within half an hour, and is stored as a hash', async () => {
    const now = new Date()
    await requestDataAccess(database.db, { email: 'una@example.cl', address: '192.0.2.1', now })
    const token = await linkTo(database, 'una@example.cl')
    expect(JSON.stringify(await rowsOf('select * from private.data_access_links'))).not.toContain(token)
    expect(await openDataAccess(database.db, token, new Date(now.getTime() + 31 * 60_000))).toBeUndefined()
    expect(await openDataAccess(database.db, token, now)).toBeDefined()
    expect(await openDataAccess(database.db, token, now)).toBeUndefined()
  })

  it('is mailed to known and unknown mailboxes alike, three times an hour', async () => {
    const { email } = await invite()
    for (const mailbox of [email, 'nadie@example.cl']) {
      for (let times = 0; times < 5; times++)
        await requestDataAccess(database.db, { email: mailbox, address: '192.0.2.2', now: new Date() })
      const links = (await mailsTo(database, mailbox)).filter(({ template }) => template === 'data_access_link')
      expect(links).toHaveLength(3)
    }
  })

  it('shows nothing without its session, nor after an hour', async () => {
    const { email } = await invite()
    const subject = await openSubject(database, email, new Date(Date.now() - 61 * 60_000))
    expect(await findPersonalData(database.db, subject)).toBeUndefined()
    expect(await findPersonalData(database.db, { kind: 'data_subject', sessionHash: 'a'.repeat(64) })).toBeUndefined()
    await expect(
      asActor(database.db, VISITOR, tx => tx.selectFrom('data_requests').selectAll().execute()),
    ).resolves.toEqual([])
  })
})

describe('the own data', () => {
  it('are everything of the mailbox, with who can read it, and nobody else', async () => {
    const { subject, email, invited } = await answering()
    await invite()
    const own = await findOwnData(database.db, subject, 'access', new Date())
    expect(own?.data.accesses).toMatchObject([
      {
        id: invited.id,
        buyer: 'Camila Pérez',
        confidential: false,
        status: 'completed',
        run: { full_name: 'Persona Secreta' },
      },
    ])
    expect(own?.answers[invited.id]).toHaveLength(fields.length)
    expect(own?.answers[invited.id]?.[0]?.question).not.toMatch(/^q1_/)
    expect(own?.data.requests).toMatchObject([{ kind: 'access', status: 'done' }])
    expect(await rowsOf('select kind, status, channel from data_requests where email = $1', email)).toEqual([
      { kind: 'access', status: 'done', channel: 'mailbox' },
    ])
  })

  it('are recorded once in ten minutes', async () => {
    const { subject, email } = await answering()
    for (let times = 0; times < 3; times++) await findOwnData(database.db, subject, 'access', new Date())
    await findOwnData(database.db, subject, 'json', new Date())
    expect(await rowsOf('select kind from data_requests where email = $1 order by number', email)).toEqual([
      { kind: 'access' },
      { kind: 'portability' },
    ])
  })

  it('are those of the account for its owner', async () => {
    const { buyer, item } = await invite()
    const own = await findPersonalData(database.db, { kind: 'user', userId: buyer.id })
    expect(own).toMatchObject({ account: { first_name: 'Camila' }, purchases: [{ order_number: item.order_number }] })
    expect(own?.accesses.map(({ own: mine }) => mine)).toEqual([true])
  })
})

describe('exerciseRight', () => {
  it('corrects name, area and post of the access and of a completed run', async () => {
    const { subject, invited, email } = await answering()
    const typed = { first_name: 'Pía', last_name: 'Ñuñez', department: 'Finanzas', job_role: 'Jefa' }
    await right(subject, { intent: 'correct', access_id: invited.id, ...typed })
    expect(
      await rowsOf('select invitee_name, department, job_role from user_accesses where id = $1', invited.id),
    ).toEqual([{ invitee_name: 'Pía Ñuñez', department: 'Finanzas', job_role: 'Jefa' }])
    expect(
      await rowsOf('select full_name, position from assessment_runs where validated_access_id = $1', invited.id),
    ).toEqual([{ full_name: 'Pía Ñuñez', position: 'Jefa' }])
    expect(await rowsOf('select kind, status, proof from data_requests where email = $1', email)).toMatchObject([
      { kind: 'rectification', status: 'done', proof: { access_id: invited.id } },
    ])
  })

  it("refuses another person's access", async () => {
    const { subject } = await answering()
    const other = await answering()
    const typed = { first_name: 'Mal', last_name: '', department: '', job_role: '' }
    const corrected = right(subject, { intent: 'correct', access_id: other.invited.id, ...typed })
    await expect(corrected).rejects.toThrow(MISSING)
    const erased = right(subject, { intent: 'erase', access_id: other.invited.id, word: 'BORRAR' })
    await expect(erased).rejects.toThrow(MISSING)
    expect(await seenByBuyer(other.buyer, other.invited.id)).toHaveLength(fields.length)
  })

  it('blocks the data for everybody else, and lifts it', async () => {
    const { subject, buyer, invited, email } = await answering()
    expect(await seenByBuyer(buyer, invited.id)).not.toEqual([])
    expect(await right(subject, { intent: 'block' })).toMatch(/^Bloqueamos 1 evaluación/)
    expect(await seenByBuyer(buyer, invited.id)).toEqual([])
    const admin = await createProfile(database.ownerPool, { role: 'admin' })
    expect(await seenBy({ kind: 'admin', userId: admin.id }, invited.id)).toEqual([])
    await rowsOf(
      "insert into mails (template, recipient, params, access_id) values ('respondent_reminder', $1, '{}', $2)",
      email,
      invited.id,
    )
    await rowsOf("update mails set status = 'sending' where access_id = $1", invited.id)
    expect(await rowsOf('select status from mails where access_id = $1', invited.id)).toEqual([{ status: 'cancelled' }])
    expect(await right(subject, { intent: 'unblock' })).toBe('Quitaste el bloqueo de 1 evaluación.')
    expect(await seenByBuyer(buyer, invited.id)).toHaveLength(fields.length)
    await expect(right(subject, { intent: 'unblock' })).rejects.toThrow(UNCHANGED)
  })

  it('erases the person and the answers, keeps the used seat and tells the mailbox', async () => {
    const { subject, buyer, invited, email, item } = await answering()
    await rowsOf(
      `insert into audit_log (action, entity, entity_id, after) values ('access_invitee_changed', 'user_accesses', $1, $2)`,
      invited.id,
      JSON.stringify({ email, name: 'Persona Secreta' }),
    )
    const seats = await rowsOf('select used_seats from order_items where id = $1', item.item_id)
    const erased = await right(subject, { intent: 'erase', access_id: invited.id, word: 'BORRAR' })
    expect(erased).toBe(`Borramos tus datos de 1 evaluación y ${fields.length} respuestas.`)
    expect(await seenByBuyer(buyer, invited.id)).toEqual([])
    expect(await rowsOf('select used_seats from order_items where id = $1', item.item_id)).toEqual(seats)
    const left = await rowsOf(
      `select to_jsonb(access) as access, (select to_jsonb(run) from assessment_runs run where validated_access_id = access.id) as run,
         (select jsonb_agg(entry.after) from audit_log entry where entity_id = access.id::text) as log
       from user_accesses access where id = $1`,
      invited.id,
    )
    expect(JSON.stringify(left)).not.toMatch(new RegExp(`${email}|Secreta|Frutos`))
    expect(await rowsOf('select kind, status, proof from data_requests where email = $1', email)).toMatchObject([
      { kind: 'erasure', status: 'done', proof: { accesses: 1, answers: fields.length } },
    ])
    expect((await mailsTo(database, email)).map(({ template }) => template)).toEqual([
      'data_access_link',
      'data_request_done',
    ])
    await expect(right(subject, { intent: 'erase', access_id: null, word: 'BORRAR' })).rejects.toThrow(UNCHANGED)
  })

  it('erases one of a confidential group without letting the difference be read', async () => {
    const { buyer, item, invited, email } = await invite({ seats: 7, mode: 'confidential' })
    await answerAll(database.ownerPool, 'dama-dmbok2', [invited.id], [everywhere(1)])
    await completePeople(
      database.ownerPool,
      { itemId: item.item_id, userId: buyer.id },
      Array.from({ length: 4 }, () => everywhere(5)),
    )
    await publish(database, { itemId: item.item_id, userId: buyer.id })
    const round = () =>
      rowsOf(
        `select tallies, texts_withdrawn as withdrawn,
           (select count(*)::integer from private.completed_runs where round_id = round.id) as people
         from private.result_rounds round where order_item_id = $1`,
        item.item_id,
      )
    const [before] = await round()
    expect(before).toMatchObject({ people: 5, withdrawn: false })
    const subject = await openSubject(database, email)
    await right(subject, { intent: 'erase', access_id: null, word: 'BORRAR' })
    // What was published stays as it was, and all texts of the round are withdrawn: no difference is that person's.
    expect(await round()).toEqual([{ tallies: before?.tallies, people: 4, withdrawn: true }])
  })

  it('keeps blocked answers out of new confidential groups', async () => {
    const { subject, item } = await answering({ mode: 'confidential' })
    const waiting = () =>
      asActor(database.db, SYSTEM, async tx => {
        const { rows } = await sql<{ accounts: unknown[] }>`
          select private.hold_round(${item.item_id}) -> 'accounts' as accounts`.execute(tx)
        return rows[0]?.accounts
      })
    expect(await waiting()).toHaveLength(1)
    await right(subject, { intent: 'block' })
    expect(await waiting()).toEqual([])
  })

  it('stops invitations, blocks, and leaves an objection to a person, with its deadline', async () => {
    const { subject, email, buyer, invited } = await answering()
    const now = new Date()
    const objected = await right(subject, { intent: 'object', details: 'No quiero que me evalúen' }, now)
    expect(objected).toMatch(/^Recibimos tu solicitud /)
    expect(await seenByBuyer(buyer, invited.id)).toEqual([])
    expect(await rowsOf('select kind, status, details from data_requests where email = $1', email)).toEqual([
      { kind: 'objection', status: 'open', details: 'No quiero que me evalúen' },
    ])
    expect((await mailsTo(database, email)).at(-1)).toMatchObject({
      template: 'privacy_request_received',
      params: { tipo_solicitud: 'oposición' },
    })
    const again = await invite()
    await rowsOf(
      "insert into mails (template, recipient, params, access_id) values ('respondent_invitation', $1, '{}', $2)",
      email,
      again.invited.id,
    )
    await rowsOf("update mails set status = 'sending' where access_id = $1", again.invited.id)
    expect(await rowsOf('select status from mails where access_id = $1', again.invited.id)).toEqual([
      { status: 'cancelled' },
    ])
    await right(subject, { intent: 'withdraw-objection' })
    expect((await findPersonalData(database.db, subject))?.mail_objection).toBe(false)
  })

  it('takes ten open requests of a mailbox; an eleventh objection stops mails all the same', async () => {
    const { subject, buyer, invited, email } = await answering()
    const ask = () => right(subject, { intent: 'ask', kind: 'access', details: 'Quiero saber más' })
    for (let times = 0; times < 10; times++) await ask()
    await expect(ask()).rejects.toThrow(TOO_MANY)
    await expect(right(subject, { intent: 'object', details: 'No quiero que me evalúen' })).rejects.toThrow(TOO_MANY)
    expect(await rowsOf('select kind from data_requests where email = $1', email)).toEqual(
      Array.from({ length: 10 }, () => ({ kind: 'access' })),
    )
    expect((await findPersonalData(database.db, subject))?.mail_objection).toBe(true)
    expect(await seenByBuyer(buyer, invited.id)).toEqual([])
  })

  it('is refused without a session', async () => {
    const { email } = await answering()
    const ended = await openSubject(database, email, new Date(Date.now() - 61 * 60_000))
    await expect(right(ended, { intent: 'block' })).rejects.toThrow(SIGNED_OUT)
  })
})
