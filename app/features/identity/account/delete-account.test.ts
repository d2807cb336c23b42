import { describe, expect, it } from 'vitest'
import { auditOf, isSignedIn, mailsTo, openPerson, openSession } from '#app/features/identity/accounts.test-support.ts'
import { confirmEmailChange, requestEmailChange } from '#app/features/identity/credentials/email.server.ts'
import { deleteAccount } from '#app/features/identity/profile.server.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { createInvitation, createPaidItem, createProduct, findProduct } from '#tests/support/factories.ts'
import { createTestQuotation, quotationCartOf } from '#tests/support/quotations.ts'

const { database, accounts } = await openTestAccounts()
const now = new Date('2026-11-21T18:05:00Z')

type Person = Awaited<ReturnType<typeof openPerson>>
const person = () => openPerson(accounts, database)
const remove = (someone: Person, password = someone.password) =>
  deleteAccount(accounts.caller(), someone.user, { password, now })
const rowsOf = async (statement: string, ...values: unknown[]) =>
  (await database.ownerPool.query(statement, values)).rows

async function pendingOrder(someone: Person, attempt: string | undefined) {
  const client = await database.ownerPool.connect()
  try {
    await client.query("begin; set local alhena.kind = 'system'")
    const order = await client.query<{ id: string }>(
      `insert into orders (user_id, order_number, subtotal_clp, total_clp, net_clp, vat_clp, idempotency_key, terms_version, terms_accepted_at)
       values ($1, 'ALH-' || gen_random_uuid(), 1000, 1000, 840, 160, gen_random_uuid(), '1', now()) returning id`,
      [someone.user.id],
    )
    const id = order.rows[0]?.id
    if (attempt) {
      await client.query(
        "insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, status) values ($1, $2, 'webpay', left(gen_random_uuid()::text, 20), 1000, $3)",
        [id, someone.user.id, attempt],
      )
    }
    await client.query('commit')
    return id
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

describe('deleteAccount', () => {
  // shows: S6.12
  it('removes the personal data, ends the sessions and frees the e-mail', async () => {
    const ana = await person()
    await remove(ana)
    expect(await isSignedIn(accounts, ana.cookie)).toBe(false)
    expect(await rowsOf('select * from profiles where id = $1', ana.user.id)).toMatchObject([
      {
        first_name: 'Cuenta eliminada',
        last_name: '',
        company: null,
        phone: null,
        email: `eliminada-${ana.user.id}@cuenta.invalid`,
        email_verified: false,
        deleted_at: expect.any(Date),
      },
    ])
    for (const table of ['auth.sessions', 'auth.accounts', 'email_changes']) {
      expect(await rowsOf(`select 1 from ${table} where user_id = $1`, ana.user.id), table).toEqual([])
    }
    expect(await mailsTo(database, ana.email)).toEqual([
      {
        template: 'account_deleted',
        params: { nombre: 'Ana', fecha_eliminacion: '21-11-2026 15:05', enlace_tienda: '/' },
      },
    ])
    expect((await auditOf(database, ana.user.id)).at(-1)).toMatchObject({
      action: 'account_deleted',
      actor_user_id: ana.user.id,
    })
    const again = await openSession(accounts, { email: ana.email })
    expect(await isSignedIn(accounts, again.cookie)).toBe(true)
    expect(await rowsOf('select id from profiles where email = $1', ana.email)).not.toEqual([{ id: ana.user.id }])
  })

  it('requires the password, and changes nothing without it', async () => {
    const ana = await person()
    await expect(remove(ana, 'equivocada')).rejects.toThrow('Esa no es tu contraseña actual')
    expect(await isSignedIn(accounts, ana.cookie)).toBe(true)
  })

  it('keeps the orders with their billing data, and deletes seats and answers', async () => {
    const { ownerPool } = database
    const ana = await person()
    const product = await findProduct(ownerPool)
    const item = await createPaidItem(ownerPool, { userId: ana.user.id, productId: product.id, seats: 3 })
    const invited = await createInvitation(ownerPool, { itemId: item.item_id, userId: ana.user.id })
    await ownerPool.query(
      "update user_accesses set status = 'completed', accessed_at = now(), completed_at = now(), results = '{}' where id = $1",
      [invited.id],
    )
    const run = await ownerPool.query<{ id: string }>(
      `insert into assessment_runs (full_name, corporate_email, position, organizational_unit, data_role, company_name, invitation_code,
         validated_access_id, questionnaire_id, questionnaire_version, privacy_notice_version, status, end_time, duration_seconds, closed_by)
       values ('Pedro Soto', $2, 'Jefe', 'TI', 'Datos', 'Minera Sur', $3, $1, 'dama-dmbok2', 1, '1', 'completed', now(), 60, 'respondent')
       returning id`,
      [invited.id, invited.email, invited.access_code],
    )
    await ownerPool.query(
      "insert into run_answers (run_id, field, text, client_seq) values ($1, 'q1', 'Soy Pedro', 1)",
      [run.rows[0]?.id],
    )
    await ownerPool.query(
      `insert into mails (template, recipient, params, order_id, access_id) values
         ('respondent_invitation', $1, '{}', null, $2), ('order_receipt', $3, '{}', $4, null), ('reset_password', $3, '{}', null, null)`,
      [invited.email, invited.id, ana.email, item.order_id],
    )
    await ownerPool.query(
      `insert into analytics_events (session_id, user_id, event_type, event_data, page_url, notice_version)
       values (gen_random_uuid(), $1, 'page_view', '{}', '/', 1)`,
      [ana.user.id],
    )
    await ownerPool.query('insert into reviews (access_id, rating, show_name) values ($1, 5, true)', [
      item.owner_access_id,
    ])
    await remove(ana)

    expect(await rowsOf('select 1 from analytics_events where user_id is not null')).toEqual([])
    expect(await rowsOf('select rating from reviews where access_id = $1', item.owner_access_id)).toEqual([])
    expect(await rowsOf('select status, total_clp, user_id from orders where id = $1', item.order_id)).toEqual([
      { status: 'paid', total_clp: 3000, user_id: ana.user.id },
    ])
    expect(await rowsOf('select used_seats from order_items where id = $1', item.item_id)).toEqual([{ used_seats: 0 }])
    const accesses = await rowsOf('select * from user_accesses where user_id = $1', ana.user.id)
    const runs = await rowsOf('select * from assessment_runs where validated_access_id = $1', invited.id)
    expect(accesses.map(access => access.status)).toEqual(['revoked', 'revoked'])
    expect(JSON.stringify([accesses, runs])).not.toMatch(new RegExp(`Pedro|Minera|${invited.email}|${ana.email}`))
    expect(await rowsOf('select 1 from run_answers where run_id = $1', run.rows[0]?.id)).toEqual([])
    const mails = await rowsOf('select template from mails where recipient = any($1) order by template', [
      ana.email,
      invited.email,
    ])
    expect(mails).toEqual([{ template: 'account_deleted' }, { template: 'order_receipt' }])
  })

  it('deletes mails to former addresses, and removes the person from receipts', async () => {
    const ana = await person()
    const item = await createPaidItem(database.ownerPool, {
      userId: ana.user.id,
      productId: (await createProduct(database.ownerPool)).id,
    })
    const send = (template: string, recipient: string, order: string | null = null) =>
      rowsOf(
        `insert into mails (template, recipient, params, order_id, status, sent_at)
         values ($1, $2, '{"nombre": "Ana"}', $3, 'sent', now())`,
        template,
        recipient,
        order,
      )
    await send('quotation', ana.email)
    await send('order_receipt', ana.email, item.order_id)
    const email = `otra-${ana.email}`
    await requestEmailChange(accounts.caller(), ana.user, { email, password: ana.password, now })
    const { params } = (await mailsTo(database, email))[0] ?? {}
    const token = new URL(String(params?.enlace_confirmacion)).searchParams.get('token') ?? ''
    expect(await confirmEmailChange(accounts.caller(), ana.user, token, now)).toBe(true)
    expect(await rowsOf("select 1 from mails where recipient = $1 and template = 'quotation'", ana.email)).toEqual([])
    await remove({ ...ana, user: { ...ana.user, email } })
    const left = await rowsOf(
      'select template, params from mails where recipient = any($1) or order_id = $2 order by template',
      [ana.email, email],
      item.order_id,
    )
    expect(left).toMatchObject([{ template: 'account_deleted' }, { template: 'order_receipt' }])
    expect(left[1]?.params).toEqual({ nombre: 'Cuenta eliminada' })
    expect(
      await rowsOf('select recipient from mails where order_id = $1 and recipient = any($2)', item.order_id, [
        ana.email,
        email,
      ]),
    ).toEqual([])
  })

  it('keeps of purchases what tax law asks for, and removes the rest', async () => {
    const ana = await person()
    const productId = (await createProduct(database.ownerPool)).id
    const sold = { userId: ana.user.id, productId, company: 'Viña de Ana', rut: '76192083-9' }
    const boleta = await createPaidItem(database.ownerPool, sold)
    const factura = await createPaidItem(database.ownerPool, sold)
    const client = await database.ownerPool.connect()
    try {
      // As the checkout writes it: billing data can't be changed once the order is paid.
      await client.query("begin; set local session_replication_role = 'replica'")
      await client.query(
        `update orders set document_type = 'factura', billing_name = 'Viña de Ana SpA', billing_activity = 'Vinos', billing_address = 'Calle 1',
           billing_commune = 'Talca', company_url = 'https://vina.example' where id = $1`,
        [factura.order_id],
      )
      await client.query('commit')
    } finally {
      client.release()
    }
    await rowsOf(
      `insert into mails (template, recipient, params, order_id, status, sent_at)
       values ('refund_notice', $1, '{"nombre": "Ana", "numero_orden": "ALH-1", "motivo_reembolso": "Ana estaba enferma", "correo_facturacion": "a@x.cl"}',
         $2, 'sent', now())`,
      ana.email,
      boleta.order_id,
    )
    await remove(ana)
    const columns = 'billing_rut, billing_name, billing_address, company_name, company_url, total_clp'
    expect(await rowsOf(`select ${columns} from orders where id = $1`, boleta.order_id)).toEqual([
      {
        billing_rut: null,
        billing_name: null,
        billing_address: null,
        company_name: null,
        company_url: null,
        total_clp: 1000,
      },
    ])
    expect(await rowsOf(`select ${columns} from orders where id = $1`, factura.order_id)).toEqual([
      {
        billing_rut: '76192083-9',
        billing_name: 'Viña de Ana SpA',
        billing_address: 'Calle 1',
        company_name: null,
        company_url: null,
        total_clp: 1000,
      },
    ])
    expect(await rowsOf('select params from mails where order_id = $1', boleta.order_id)).toEqual([
      { params: { nombre: 'Cuenta eliminada', numero_orden: 'ALH-1' } },
    ])
  })

  it('deletes quotations', async () => {
    const [ana, eva] = [await person(), await person()]
    const { id: product_id } = await createProduct(database.ownerPool, { basePriceClp: 100_000 })
    for (const { user } of [ana, eva])
      await createTestQuotation(
        database.db,
        user,
        quotationCartOf([{ product_id, mode: 'business', seats: 1 }], 100_000),
        now,
      )
    await remove(ana)
    expect(await rowsOf('select user_id from quotations')).toEqual([{ user_id: eva.user.id }])
  })

  it('keeps what the person answered for another buyer', async () => {
    const [ana, eva] = [await person(), await person()]
    const product = await findProduct(database.ownerPool)
    const item = await createPaidItem(database.ownerPool, { userId: eva.user.id, productId: product.id, seats: 2 })
    const invited = await createInvitation(database.ownerPool, {
      itemId: item.item_id,
      userId: eva.user.id,
      email: ana.email,
    })
    await remove(ana)
    expect(await rowsOf('select email, status from user_accesses where id = $1', invited.id)).toEqual([
      { email: ana.email, status: 'active' },
    ])
  })

  it('withdraws pending orders', async () => {
    const ana = await person()
    const waiting = await pendingOrder(ana, undefined)
    const atBank = await pendingOrder(ana, 'initiated')
    await remove(ana)
    expect(await rowsOf('select status from orders where id = any($1)', [waiting, atBank])).toEqual([
      { status: 'failed' },
      { status: 'failed' },
    ])
  })

  it.each(['committing', 'unknown', 'manual_resolution', 'refund_pending'])(
    'waits while a payment is %s',
    async attempt => {
      const ana = await person()
      await pendingOrder(ana, attempt)
      await expect(remove(ana)).rejects.toThrow('Hay un pago o un reembolso tuyo que se está confirmando.')
      expect(await isSignedIn(accounts, ana.cookie)).toBe(true)
    },
  )

  it('refuses the last administrator, and deletes one of two', async () => {
    const [ana, eva] = [await person(), await person()]
    await database.ownerPool.query("update profiles set role = 'admin' where id = any($1)", [
      [ana.user.id, eva.user.id],
    ])
    const both = await Promise.allSettled(
      [ana, eva].map(one => remove({ ...one, user: { ...one.user, role: 'admin' } })),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(both).toContainEqual({
      status: 'rejected',
      reason: new Refusal('Eres la única persona que administra la tienda. Nombra a otra antes de eliminar tu cuenta.'),
    })
    expect(await rowsOf("select 1 from profiles where role = 'admin' and deleted_at is null")).toHaveLength(1)
  })

  it('happens once, and a concurrent order finds no buyer', async () => {
    const ana = await person()
    const both = await Promise.allSettled([remove(ana), remove(ana)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(pendingOrder(ana, undefined)).rejects.toThrow('the account is deleted')
  })

  it('refuses an order that began while the deletion was under way', async () => {
    const ana = await person()
    const deletion = await database.ownerPool.connect()
    try {
      await deletion.query('begin')
      await deletion.query(
        "update profiles set deleted_at = now(), email = 'eliminada-' || id || '@cuenta.invalid' where id = $1",
        [ana.user.id],
      )
      const order = pendingOrder(ana, undefined).then(
        () => 'stored',
        (error: Error) => error.message,
      )
      await expect
        .poll(() =>
          rowsOf(
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into orders%'",
          ),
        )
        .toHaveLength(1)
      await deletion.query('commit')
      expect(await order).toBe('the account is deleted')
    } finally {
      deletion.release()
    }
  })
})
