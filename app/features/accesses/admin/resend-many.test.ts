import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TOO_MANY_IN_A_SEND } from '#app/features/accesses/admin-access.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, findProduct, type TestItem } from '#tests/support/factories.ts'
import type { AdminActor } from './manage-access.server.ts'
import { newestSend, resendNext, startResending, stopResending } from './resend-many.server.ts'

let database: TestDatabase
let admin: AdminActor
let buyer: { id: string }
let item: TestItem

beforeAll(async () => {
  database = await cloneDatabase(12)
})
afterAll(() => database.close())

beforeEach(async () => {
  await rows('update invitation_sends set ended_at = now() where ended_at is null')
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  buyer = await createProfile(database.ownerPool)
  const product = await findProduct(database.ownerPool)
  item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 1000 })
})

const rows = async (query: string, ...values: unknown[]) => (await database.ownerPool.query(query, values)).rows
const invite = async (count: number): Promise<string[]> => {
  const made = await rows(
    `insert into user_accesses (order_item_id, user_id, email, invitee_name, invited_by_user_id, expires_at)
     select $1, $2, 'p' || gen_random_uuid() || '@example.cl', 'Pedro Soto', $2, private.end_of_day(now(), 180)
     from generate_series(1, $3::int) returning id`,
    item.item_id,
    buyer.id,
    count,
  )
  return made.map(({ id }) => id)
}
const ofBuyer = () => ({
  filters: {
    search: '',
    state: undefined,
    productId: undefined,
    clientId: buyer.id,
    from: undefined,
    endsUntil: undefined,
    now: new Date(),
  },
})
const start = (target: Parameters<typeof startResending>[1]['target'] = ofBuyer(), actor = admin) =>
  startResending(database.db, { actor, target, now: new Date() })
const sent = async (): Promise<number> =>
  (
    await rows(
      `select count(*)::int as mails from mails join user_accesses access on access.id = mails.access_id
       where access.order_item_id = $1`,
      item.item_id,
    )
  )[0].mails
const progress = () => asActor(database.db, admin, tx => newestSend(tx, admin.userId))
const finish = async () => {
  while ((await resendNext(database.db, new Date())) > 0);
}

describe('a bulk send', () => {
  // shows: B2.47
  it('writes to everybody in a list who has not completed, in batches, and shows its progress', async () => {
    const ids = await invite(250)
    await rows(
      "update user_accesses set status = 'completed', accessed_at = now(), completed_at = now() where id = $1",
      ids[0],
    )
    await rows("update user_accesses set expires_at = now() - interval '1 day' where id = $1", ids[1])
    expect(await start()).toBe(248)
    expect(await resendNext(database.db, new Date())).toBe(100)
    expect(await progress()).toMatchObject({ total: 248, sent: 100, skipped: 0, ended_at: null })
    await finish()
    expect(await progress()).toMatchObject({ sent: 248, skipped: 0, ended_at: expect.any(Date), stopped: false })
    expect(await sent()).toBe(248)
    const [log] = await rows(
      `select count(*)::int as entries, bool_and(actor_user_id = $1) as own from audit_log
       where action = 'invitation_resent' and entity_id = any($2)`,
      admin.userId,
      ids,
    )
    expect(log).toEqual({ entries: 248, own: true })
  })

  // shows: B2.47
  it("is limited to the selected rows, if any, and never includes the buyer's own access", async () => {
    const [one, two] = await invite(3)
    expect(await start({ ids: [one ?? '', two ?? '', item.owner_access_id] })).toBe(2)
    await finish()
    expect(await sent()).toBe(2)
  })

  it('skips who completed, was revoked or reached the daily limit in the meantime', async () => {
    const [done, gone, flooded] = await invite(4)
    await start()
    await rows(
      "update user_accesses set status = 'completed', accessed_at = now(), completed_at = now() where id = $1",
      done,
    )
    await rows("update user_accesses set status = 'revoked' where id = $1", gone)
    await rows(
      `insert into mails (template, recipient, params, status, sent_at)
       select 'respondent_invitation', (select email from user_accesses where id = $1), '{}', 'sent', now() from generate_series(1, 10)`,
      flooded,
    )
    await finish()
    expect(await progress()).toMatchObject({ total: 4, sent: 1, skipped: 3 })
  })

  // shows: B9.5
  it("is open once per administrator, however often it is requested, and independent of another one's", async () => {
    await invite(2)
    const answers = await Promise.allSettled([start(), start(), start()])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(answers).toContainEqual({
      status: 'rejected',
      reason: new Refusal('Ya tienes un reenvío en curso. Espera a que termine o detenlo.'),
    })
    const colleague: AdminActor = {
      kind: 'admin',
      userId: (await createProfile(database.ownerPool, { role: 'admin' })).id,
    }
    expect(await start(ofBuyer(), colleague)).toBe(2)
    await finish()
    // The second send came within ten minutes: nobody gets two mails.
    expect(await sent()).toBe(2)
  })

  it('writes to nobody twice when two workers claim it at once', async () => {
    await invite(150)
    await start()
    const drain = async () => {
      for (let round = 0; round < 6; round += 1) await resendNext(database.db, new Date())
    }
    await Promise.all([drain(), drain(), drain()])
    expect(await sent()).toBe(150)
    expect(await progress()).toMatchObject({ sent: 150, skipped: 0 })
  })

  it('stops on request, and when its starter is no longer an administrator', async () => {
    await invite(150)
    await start()
    await resendNext(database.db, new Date())
    const stop = () => stopResending(database.db, { actor: admin, now: new Date() })
    await stop()
    await expect(stop()).rejects.toThrow('Ese reenvío ya había terminado.')
    await finish()
    expect(await sent()).toBe(100)
    expect(await progress()).toMatchObject({ sent: 100, stopped: true })
    await rows("update mails set created_at = now() - interval '1 hour'")
    await start()
    await rows("update profiles set role = 'client' where id = $1", admin.userId)
    await finish()
    expect(await sent()).toBe(100)
  })

  // shows: B9.5
  it('is refused for no recipients, for too many at once, and for too many a day', async () => {
    await expect(start()).rejects.toThrow(
      'No hay a quién reenviar: nadie de la selección tiene una invitación pendiente.',
    )
    await invite(30)
    await rows(
      `insert into invitation_sends (started_by, created_at, total, sent, ended_at)
       select $1, now(), 5000, 5000 - 10 * (n - 1), now() from generate_series(1, 2) n`,
      admin.userId,
    )
    await expect(start()).rejects.toThrow('Con este envío pasarías de 10.000 correos en 24 horas. Hazlo por partes.')
    await invite(900)
    const product = await findProduct(database.ownerPool)
    for (let more = 0; more < 5; more += 1) {
      item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 1000 })
      await invite(900)
    }
    await expect(start()).rejects.toThrow(TOO_MANY_IN_A_SEND)
  })
})
