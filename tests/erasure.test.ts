import { describe, expect, it } from 'vitest'
import { openDataAccess, requestDataAccess } from '#app/features/data-requests/account/access-link.server.ts'
import { exerciseRight } from '#app/features/data-requests/account/own-rights.server.ts'
import { openPerson } from '#app/features/identity/accounts.test-support.ts'
import { requestEmailChange } from '#app/features/identity/credentials/email.server.ts'
import { deleteAccount } from '#app/features/identity/profile.server.ts'
import { err, ok } from '#app/kernel/result.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { openTestAccounts } from './support/accounts.ts'
import { createInvitation, createPaidItem, createProduct, createProfile, findProduct } from './support/factories.ts'
import { findTraces, textualColumns } from './support/find-traces.ts'
import { sendNewMails } from './support/mails.ts'
import { handlingOf, KEPT } from './support/personal-columns.ts'
import { createTestQuotation, quotationCartOf } from './support/quotations.ts'
import { createCompleted } from './support/reviews.ts'

const { database, accounts } = await openTestAccounts()
const { ownerPool } = database
const now = new Date('2026-11-21T18:05:00Z')
const rowsOf = async (statement: string, ...values: unknown[]) => (await ownerPool.query(statement, values)).rows

/** Everything that waits is sent, or refused with a text that names the mailbox, as servers do. */
const send = (refused?: string) =>
  sendNewMails({
    db: database.db,
    appUrl: 'https://tienda.example',
    log: createLog('error', () => {}),
    transport: {
      send: async ({ recipient }: { recipient: string }) =>
        recipient === refused
          ? err({ code: 'refused' as const, detail: `550 <${recipient}> no such mailbox` })
          : ok(undefined),
      close: () => undefined,
    },
  })

/** What may stay of these values, by where it is. */
const kept = (traces: readonly string[]): string[] => {
  const handling = handlingOf()
  return traces.filter(trace => {
    const column = trace.slice(0, trace.indexOf(': '))
    return handling.get(column) !== 'kept'
  })
}

/** A completed access of an invited person with a review, a mail that came back and a line of the log. */
async function addRespondent(buyerId: string, input: { email: string; name: string }) {
  const product = await findProduct(ownerPool)
  const done = await createCompleted(ownerPool, { productId: product.id, buyerId, fullName: input.name })
  const { accessId } = done
  await rowsOf(
    `update user_accesses set email = $2, first_name = $3, last_name = $4, department = 'Zona Quirihue', job_role = 'Jefa de Quirihue' where id = $1`,
    accessId,
    input.email,
    ...input.name.split(' '),
  )
  await rowsOf('update assessment_runs set corporate_email = $2 where validated_access_id = $1', accessId, input.email)
  await rowsOf(
    `insert into reviews (access_id, rating, comment, show_name) values ($1, 5, $2, true)`,
    accessId,
    `Muy bueno, ${input.name}`,
  )
  await rowsOf(
    `insert into audit_log (actor_kind, action, entity, entity_id, after) values ('system', 'access_invited', 'user_accesses', $1, $2)`,
    accessId,
    JSON.stringify({ email: input.email, name: input.name }),
  )
  await rowsOf(
    `insert into mails (template, recipient, params, status, sent_at, access_id) values
       ('respondent_invitation', $1::text, jsonb_build_object('nombre_participante', $2::text), 'sent', now(), $3),
       ('data_request_forwarded', 'comprador@example.cl', jsonb_build_object('correo_titular', $1::text), 'sent', now(), null)`,
    input.email,
    input.name,
    accessId,
  )
  await rowsOf(
    `insert into pgboss.job (name, data, output, state) values ('dead-letters', '{}', jsonb_build_object('message', $1::text), 'created')`,
    `550 <${input.email}>`,
  )
  const item = await rowsOf('select order_item_id as id from user_accesses where id = $1', accessId)
  await rowsOf(
    `insert into invitation_drafts (user_id, order_item_id, rows) values ($1, $2, jsonb_build_array(jsonb_build_object('email', $3::text)))`,
    buyerId,
    item[0]?.id,
    input.email,
  )
  // As somebody who answers for actions of its plan: by the mailbox, by the name alone, and in a plan of another purchase.
  const elsewhere = await createPaidItem(ownerPool, { userId: buyerId, productId: product.id, seats: 3 })
  await rowsOf(
    `insert into plan_actions (order_item_id, title, position, owner_name, owner_email, created_at)
     values ($1, 'Ordenar', 0, $3, $4, now()), ($1, 'Medir', 1, upper($3) || ' ', null, now()), ($2, 'Acordar', 0, $3, $4, now())`,
    item[0]?.id,
    elsewhere.item_id,
    input.name,
    input.email,
  )
  return { ...done, ...input }
}

describe('the list of where personal data are', () => {
  it('has every column of the database that can hold a text, and no other', async () => {
    const columns = (await textualColumns(ownerPool)).map(({ schema, table, column }) => `${schema}.${table}.${column}`)
    expect(columns.toSorted()).toEqual([...handlingOf().keys()].toSorted())
  })

  it('says why each kept column is kept', () => {
    const tables = [...handlingOf()].filter(([, kind]) => kind === 'kept').map(([name]) => name.replace(/\.\w+$/, ''))
    expect([...new Set(tables)].toSorted()).toEqual(Object.keys(KEPT).toSorted())
  })
})

describe('nothing but what the law asks for is left', () => {
  it.each([{ role: 'client' as const }, { role: 'admin' as const }])(
    'of a deleted account ($role) and of the people of its purchases',
    async ({ role }) => {
      const email = `zulema.${role}@quebradaseca.example`
      const invited = `melisa.${role}@quebradaseca.example`
      const ana = await openPerson(accounts, database, { first_name: 'Zulema', last_name: 'Quintrala', email })
      const { id } = ana.user
      // Somebody else of the staff, for the log and the notes.
      const admin = await createProfile(ownerPool, { role: 'admin' })
      await rowsOf(
        "update profiles set company = 'Quebradaseca Limitada', phone = '+56912345987', role = $2 where id = $1",
        id,
        role,
      )
      const product = await createProduct(ownerPool, { basePriceClp: 100_000 })
      const order = await createPaidItem(ownerPool, {
        userId: id,
        productId: product.id,
        seats: 3,
        company: 'Quebradaseca Limitada',
      })
      await createTestQuotation(
        database.db,
        ana.user,
        quotationCartOf([{ product_id: product.id, mode: 'business', seats: 1 }], 100_000),
        now,
      )
      // Links to the results of the own purchase, and of an organisation's that the person works for.
      const { item_id: ofOthers } = await createPaidItem(ownerPool, {
        userId: admin.id,
        productId: product.id,
        seats: 3,
      })
      for (const item of [order.item_id, ofOthers])
        await rowsOf(
          `insert into private.result_links (order_item_id, token_hash, label, made_by, created_at, expires_at)
           values ($1::uuid, encode(sha256(convert_to($1::uuid::text, 'UTF8')), 'hex'), 'Para Zulema Quintrala', $2, now(), now() + interval '7 days')`,
          item,
          id,
        )
      await createInvitation(ownerPool, { itemId: order.item_id, userId: id, email: invited, name: 'Melisa Cautivo' })
      await addRespondent(id, { email: `otra.${invited}`, name: 'Melisa Cautivo' })
      await rowsOf(
        `with company as (insert into organisations (name, created_at) values ('Quebradaseca Norte', now()) returning id),
         member as (
           insert into organisation_members (organisation_id, user_id, role, joined_at) select id, $1, 'buyer', now() from company)
         insert into organisation_invitations (organisation_id, email, role, token_hash, invited_by, created_at, expires_at)
         select id, $2, 'results', encode(sha256(convert_to($2, 'UTF8')), 'hex'), $1, now(), now() from company`,
        id,
        invited,
      )
      // Invited to the staff by the person, and the person by somebody else.
      await rowsOf(
        `insert into staff_invitations (email, scope, token_hash, invited_by, created_at, expires_at, accepted_at) values
           ($2, 'sales', encode(sha256(convert_to($2, 'UTF8')), 'hex'), $1, now(), now(), null),
           ($3, 'sales', encode(sha256(convert_to($3, 'UTF8')), 'hex'), $4, now(), now(), now())`,
        id,
        `equipo.${invited}`,
        email,
        admin.id,
      )
      await rowsOf(
        `insert into mails (template, recipient, params, subject, status, sent_at) values
           ('staff_invitation', $1, '{}', 'Zulema Quintrala te invitó al equipo de Alhena', 'sent', now())`,
        `equipo.${role}@example.cl`,
      )
      await rowsOf(
        `insert into organisation_logos (organisation_id, png, width, height, hash, updated_at, updated_by)
         select id, convert_to('Quebradaseca', 'UTF8'), 1, 1, repeat('a', 64), now(), $1
         from organisations where name = 'Quebradaseca Norte'`,
        id,
      )
      // Named as an owner in the plan of an organisation that stays, without an access to its purchase.
      const theirs = await createPaidItem(ownerPool, { userId: admin.id, productId: product.id, seats: 2 })
      await rowsOf(
        `with company as (insert into organisations (name, created_at) values ('Frutos', now()) returning id),
         member as (
           insert into organisation_members (organisation_id, user_id, role, joined_at)
           select id, unnest(array[$1, $2]::uuid[]), unnest(array['coordinator', 'buyer']), now() from company)
         update orders set organisation_id = company.id from company where orders.id = $3`,
        id,
        admin.id,
        theirs.order_id,
      )
      await rowsOf(
        `insert into plan_actions (order_item_id, title, position, owner_name, owner_email, created_at)
         values ($1, 'Ordenar', 0, 'Zulema Quintrala', $2, now()), ($1, 'Medir', 1, 'zulema  quintrala', null, now())`,
        theirs.item_id,
        email,
      )
      await rowsOf('insert into client_notes (user_id, author_id, body) values ($1, $2, $3)', id, admin.id, 'Zulema')
      await rowsOf(
        'insert into order_notes (order_id, author_id, body) values ($1, $2, $3)',
        order.order_id,
        admin.id,
        email,
      )
      await rowsOf(
        `insert into audit_log (actor_kind, action, entity, entity_id, after) values
           ('user', 'profile_changed', 'profiles', $1, $2), ('user', 'list_confirmed', 'order_items', $3, $2), ('user', 'order_placed', 'orders', $4, $2)`,
        id,
        JSON.stringify({ email, people: [invited] }),
        order.item_id,
        order.order_id,
      )
      await asActor(database.db, SYSTEM, async tx => {
        await queueMail(tx, {
          template: 'account_deleted',
          recipient: email,
          params: { nombre: 'Zulema', fecha_eliminacion: 'hoy', enlace_tienda: '/' },
        })
      })
      await rowsOf(
        'insert into mails (template, recipient, params, order_id) values (\'order_receipt\', $1, \'{"nombre": "Zulema"}\', $2)',
        email,
        order.order_id,
      )
      await rowsOf(
        `insert into mails (template, recipient, params, subject, status, sent_at) values
           ('organisation_invitation', $1, '{}', 'Zulema Quintrala te invitó a Quebradaseca Norte', 'sent', now())`,
        `colega.${role}@example.cl`,
      )
      await send(email)
      await requestEmailChange(accounts.caller(), ana.user, { email: `nueva.${email}`, password: ana.password, now })
      await send()
      const values = ['Zulema', 'Quintrala', 'Quebradaseca', '12345987', 'Melisa', 'Cautivo', 'Quirihue', email]
      expect(await findTraces(ownerPool, values)).not.toEqual([])

      await deleteAccount(accounts.caller(), { ...ana.user, role }, { password: ana.password, now })
      await send()
      expect(kept(await findTraces(ownerPool, values))).toEqual([])
    },
  )

  it('of a respondent who erases the own data', async () => {
    const today = new Date()
    const email = 'rosalba@pichidegua.example'
    const buyer = await createProfile(ownerPool)
    await addRespondent(buyer.id, { email, name: 'Rosalba Pichidegua' })
    const values = ['Rosalba', 'Pichidegua', 'Quirihue', email]
    await requestDataAccess(database.db, { email, address: '192.0.2.7', now: today })
    const [link] = await rowsOf(
      "select params ->> 'enlace_mis_datos' as link from mails where template = 'data_access_link'",
    )
    const token = new URL(link.link, 'https://tienda.example').searchParams.get('token') ?? ''
    const session = await openDataAccess(database.db, token, today)
    await send()
    expect(await findTraces(ownerPool, values)).not.toEqual([])
    const erased = await exerciseRight(
      database.db,
      { kind: 'data_subject', sessionHash: digestOf(session ?? '') },
      { intent: 'erase', access_id: null, word: 'BORRAR' },
      today,
    )
    expect(erased).toMatch(/^Borramos tus datos de /)
    await send()
    expect(kept(await findTraces(ownerPool, values))).toEqual([])
  })
})
