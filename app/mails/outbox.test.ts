import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, asActor, SYSTEM, VISITOR } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { type QueuedMail, queueMail } from './outbox.server.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase(2)
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.ownerPool.query('delete from mails')
})

const confirmation = (recipient = 'ana@example.cl'): QueuedMail => ({
  template: 'confirm_email',
  recipient,
  params: { nombre: 'Ana', horas_vigencia: '24', enlace_confirmacion: '/auth/confirm?token=s3cret' },
})
const notice = (recipient = 'ana@example.cl'): QueuedMail => ({
  template: 'privacy_request_received',
  recipient,
  params: {
    numero_solicitud: 'P-1',
    tipo_solicitud: 'acceso',
    fecha_solicitud: 'hoy',
    fecha_limite_respuesta: 'mañana',
  },
})

const queue = (mail: QueuedMail, actor: Actor = SYSTEM) => asActor(database.db, actor, tx => queueMail(tx, mail))

type Row = {
  id: string
  params: unknown
}
const rows = async (): Promise<Row[]> =>
  (await database.ownerPool.query<Row>('select * from mails order by created_at')).rows
async function onlyRow(): Promise<Row> {
  const [row] = await rows()
  if (!row) throw new Error('no mail')
  return row
}

describe('queueMail', () => {
  it('queues nothing for a deleted account', async () => {
    await queue(notice('eliminada-7@cuenta.invalid'))
    expect(await rows()).toEqual([])
  })

  it('lets a user insert a mail that the user may not read', async () => {
    const user: Actor = { kind: 'user', userId: (await createProfile(database.ownerPool)).id }
    await queue(notice(), user)
    expect(await rows()).toHaveLength(1)
    expect(await asActor(database.db, user, tx => tx.selectFrom('mails').selectAll().execute())).toEqual([])
  })

  it('refuses a visitor, and is rolled back with its transaction', async () => {
    await expect(queue(notice(), VISITOR)).rejects.toThrow('row-level security')
    const undone = asActor(database.db, SYSTEM, async tx => {
      await queueMail(tx, notice())
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await rows()).toEqual([])
  })

  it('removes characters that jsonb refuses', async () => {
    const mail = confirmation()
    await queue({ ...mail, params: { ...mail.params, nombre: 'A\0na\ud800' } } as QueuedMail)
    expect((await onlyRow()).params).toMatchObject({ nombre: 'Ana\ufffd' })
  })

  it('sends the job of the mail in the same transaction, and no actor may send others', async () => {
    const jobs = async () =>
      (await database.ownerPool.query("select data, state from pgboss.job where name = 'mail' order by created_on"))
        .rows
    await database.ownerPool.query("delete from pgboss.job where name = 'mail'")
    const undone = asActor(database.db, SYSTEM, async tx => {
      await queueMail(tx, notice())
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await jobs()).toEqual([])
    await queue(notice(), { kind: 'user', userId: (await createProfile(database.ownerPool)).id })
    expect(await jobs()).toEqual([{ data: { id: (await onlyRow()).id }, state: 'created' }])
    const send = asActor(database.db, SYSTEM, tx =>
      sql`select private.send_jobs('mail', array['{"id": "x"}'::jsonb])`.execute(tx),
    )
    await expect(send).rejects.toThrow('permission denied')
  })
})
