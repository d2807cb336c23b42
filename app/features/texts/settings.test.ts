import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPaidItem } from '#app/features/accesses/accesses.server.ts'
import { ownReceipt } from '#app/features/orders/own-receipt.server.ts'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { findDraft } from '#app/features/questionnaires/drafts/drafts.server.ts'
import { startDraft } from '#app/features/questionnaires/drafts/edit-draft.server.ts'
import { findPlan, findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { createQuotation } from '#app/features/quotations/create-quotation.server.ts'
import { dayOf, daysBetween } from '#app/kernel/dates.ts'
import { ZERO } from '#app/kernel/money.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { issuerNow, SHOP, shop } from '#app/platform/mail/shop.ts'
import { transferAccount } from '#app/platform/mail/transfer-account.ts'
import { onTextsChanged } from '#app/platform/texts/live-texts.ts'
import { saleSettings, shopNotice } from '#app/platform/texts/sale-settings.ts'
import { refreshTexts } from '#app/platform/texts/texts.server.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { type Editor, restoreText, saveText } from './save-text.server.ts'
import { readSettingForm, SETTING_KEYS, type SettingKey } from './settings-schema.server.ts'
import { findText } from './texts.server.ts'

let database: TestDatabase
let ana: Editor
const NOW = new Date('2026-11-21T15:00:00Z')
const SELLER = {
  razon_social: 'Otra Vendedora SpA',
  rut_empresa: '12.345.678-5',
  direccion: 'Calle Nueva 10, Santiago',
  correo_soporte: 'hola@otra.example',
  correo_privacidad: 'privacidad@otra.example',
}

beforeAll(async () => {
  database = await cloneDatabase()
  const { id } = await createProfile(database.ownerPool, { role: 'admin', email: 'ana@alhena.test' })
  ana = { kind: 'admin', userId: id }
  await refreshTexts(database.db)
})
afterAll(() => database.close())

const seen = async (key: SettingKey) =>
  (await asActor(database.db, ana, tx => findText(tx, 'setting', key)))?.revision ?? 0

async function set(key: SettingKey, form: Record<string, string>): Promise<void> {
  const { value, errors } = readSettingForm(key, form)
  expect(errors).toEqual({})
  const saved = await saveText(database, { editor: ana, kind: 'setting', key, seen: await seen(key), content: value })
  expect(saved.ok).toBe(true)
}
const reset = async (key: SettingKey) =>
  restoreText(database, { editor: ana, kind: 'setting', key, seen: await seen(key) })

describe('the day of a law', () => {
  const OTHER = 'diciembre de 2027'

  it('is said by questionnaires, plans and legal texts, and none of them is rewritten', async () => {
    const versions = () => database.ownerPool.query('select content, plan from questionnaire_versions order by 1, 2')
    const [{ rows: before }, draft] = [await versions(), 'dama-dmbok2']
    await startDraft(database, { editor: ana, questionnaireId: draft })
    const said = async () =>
      [
        await findQuestionnaire(database.db, 'dama-dmbok2', 1),
        await findPlan(database.db, 'ia-uso-responsable', 1),
        legalDocument('privacy_respondents'),
      ].map(text => [JSON.stringify(text).includes(OTHER), /diciembre de 2026|fecha_ley/.test(JSON.stringify(text))])
    expect(await said()).toEqual(Array(3).fill([false, true]))
    await set('laws', { fecha_ley_datos: '2027-12-01' })
    expect(await said()).toEqual(Array(3).fill([true, false]))
    await reset('laws')
    expect(await said()).toEqual(Array(3).fill([false, true]))
    expect((await versions()).rows).toEqual(before)
    const [written] = await asActor(database.db, ana, tx => Promise.all([findDraft(tx, draft)]))
    expect(JSON.stringify(written?.content)).toContain('{fecha_ley_datos}')
  })

  it('is refused where it is no day', () => {
    const { errors } = readSettingForm('laws', { fecha_ley_datos: '2027-02-30' })
    expect(Object.keys(errors)).toEqual(['fecha_ley_datos'])
    expect(readSettingForm('laws', { fecha_ley_datos: '2026-12-01' })).toEqual({ value: {}, errors: {} })
  })
})

describe('the seller', () => {
  // shows: B3.7, B3.8, B7.7
  it('applies to new sales, while receipts and quotations keep theirs', async () => {
    const buyer = asSessionUser(await createProfile(database.ownerPool))
    const product = { ...(await createProduct(database.ownerPool)), basePriceClp: 100_000 }
    const buy = async () => {
      const placed = await checkOut(database.db, buyer, cartOf(product, { repeat: 'yes' }), BOLETA, NOW)
      if (!placed.ok) throw new Error(placed.error.code)
      return placed.value.order_number
    }
    const receipt = (number: string) =>
      asActor(database.db, { kind: 'user', userId: buyer.id }, tx => ownReceipt(tx, buyer.id, number))
    const sellerOf = async (number: string) => (await receipt(number))?.seller
    const before = await buy()
    await set('seller', SELLER)
    await set('sales', { vat_text: 'con IVA' })
    const after = await buy()
    const { correo_privacidad: _, ...shown } = SELLER
    expect(await sellerOf(after)).toEqual(shown)
    expect(await sellerOf(before)).toMatchObject({ razon_social: SHOP.razon_social, rut_empresa: SHOP.rut_empresa })
    expect(shop()).toMatchObject({ ...SELLER, datos_de_demostracion: false })
    expect(JSON.stringify(legalDocument('purchase_terms'))).toContain('Otra Vendedora SpA')
    const cart = cartOf(product)
    const quoted = await createQuotation(
      database.db,
      buyer,
      cart,
      {
        buyer_name: 'Ana',
        buyer_phone: null,
        company_name: null,
        company_rut: null,
        company_address: null,
        reference: null,
      },
      NOW,
    )
    expect(quoted.ok).toBe(true)
    await reset('seller')
    await reset('sales')
    const { rows } = await database.ownerPool.query('select seller_name, vat_text from quotations')
    expect(rows).toEqual([{ seller_name: 'Otra Vendedora SpA', vat_text: 'con IVA' }])
    expect([(await receipt(before))?.vat_text, (await receipt(after))?.vat_text]).toEqual(['IVA incluido', 'con IVA'])
    expect(await sellerOf(after)).toEqual(shown)
    expect(shop().razon_social).toBe(SHOP.razon_social)
    const { rows: log } = await database.ownerPool.query(
      "select action, before ->> 'razon_social' as before, after ->> 'razon_social' as after from audit_log where entity_id = 'seller' order by id",
    )
    expect(log).toEqual([
      { action: 'setting_changed', before: null, after: 'Otra Vendedora SpA' },
      { action: 'setting_restored', before: 'Otra Vendedora SpA', after: null },
    ])
  })

  // shows: B5.12
  it('is refused with an invalid RUT, without an address or with an invalid e-mail', () => {
    const { errors } = readSettingForm('seller', {
      ...SELLER,
      rut_empresa: '12.345.678-4',
      direccion: ' ',
      correo_soporte: 'hola@',
    })
    expect(Object.keys(errors)).toEqual(['rut_empresa', 'direccion', 'correo_soporte'])
    expect(readSettingForm('seller', { ...SELLER, rut_empresa: '123456785' }).value.rut_empresa).toBe('12.345.678-5')
  })

  it('equal to the default is no change, and an invalid stored row is ignored', async () => {
    expect(readSettingForm('seller', {})).toEqual({ value: {}, errors: {} })
    await database.ownerPool.query(
      `insert into text_overrides (kind, key, content) values ('setting', 'seller', '{"rut_empresa": "1-1"}')`,
    )
    await refreshTexts(database.db)
    expect(shop()).toEqual(SHOP)
    await reset('seller')
  })
})

describe('the signer of certificates', () => {
  it('needs a name', () => {
    expect(readSettingForm('certificates', { name: '', post: 'Gerenta' }).errors).toEqual({
      name: 'Escribe quién firma, o deja también el cargo vacío.',
    })
    expect(readSettingForm('certificates', { name: '', post: '' })).toEqual({ value: {}, errors: {} })
  })

  it('is read by new certificates, and nobody when it is taken back', async () => {
    await set('certificates', { name: ' Marcela Rojas ', post: '' })
    expect(issuerNow().signer).toEqual({ name: 'Marcela Rojas', post: '' })
    await reset('certificates')
    expect(issuerNow().signer).toBeUndefined()
  })
})

describe('days', () => {
  // shows: B3.7, B9.8
  it('of accesses and reminders apply to new purchases, also for people invited later', async () => {
    const buyer = await createProfile(database.ownerPool)
    const product = await createProduct(database.ownerPool)
    const buy = () => createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 3 })
    const old = await buy()
    await set('sales', { access_days: '30', reminder_days: '5' })
    const young = await buy()
    await reset('sales')
    const terms = async ({ item_id, order_id }: { item_id: string; order_id: string }) => {
      const { rows } = await database.ownerPool.query(
        `select item.reminder_days, "order".paid_at, access.expires_at as own
         from order_items item join orders "order" on "order".id = item.order_id join user_accesses access on access.order_item_id = item.id
         where "order".id = $1`,
        [order_id],
      )
      const [{ reminder_days, paid_at, own }] = rows
      const item = await asActor(database.db, { kind: 'user', userId: buyer.id }, tx =>
        findPaidItem(tx, buyer.id, item_id),
      )
      const days = (end: Date | undefined) => end && daysBetween(dayOf(paid_at), dayOf(end))
      return { reminder_days, own: days(own), invited: days(item?.expires_at) }
    }
    expect(await terms(old)).toEqual({ reminder_days: null, own: 180, invited: 180 })
    expect(await terms(young)).toEqual({ reminder_days: 5, own: 30, invited: 30 })
  })

  // shows: B5.12
  it('are whole and within their limits', () => {
    const { errors } = readSettingForm('sales', { access_days: '6', reminder_days: '31', quotation_days: '1.5' })
    expect(errors).toEqual({
      access_days: 'Escribe un número entero de días, de 7 a 1095.',
      reminder_days: 'Escribe un número entero de días, de 2 a 30.',
      quotation_days: 'Escribe un número entero de días, de 1 a 90.',
    })
    expect(readSettingForm('sales', { reminder_days: '', access_days: '090' })).toEqual({
      value: { access_days: '90' },
      errors: {},
    })
  })

  // shows: B6.18
  it("of a purchase can't be set by the buyer", async () => {
    const buyer = await createProfile(database.ownerPool)
    const selected = asActor(database.db, { kind: 'user', userId: buyer.id }, tx =>
      tx
        .insertInto('orders')
        .values({
          user_id: buyer.id,
          order_number: `ALH-${NOW.getTime()}-${buyer.id.slice(-6)}-ABCD`,
          subtotal_clp: ZERO,
          total_clp: ZERO,
          net_clp: ZERO,
          vat_clp: ZERO,
          idempotency_key: crypto.randomUUID(),
          terms_version: '1',
          terms_accepted_at: NOW,
          // @ts-expect-error The type refuses it, too.
          access_days: 1000,
        })
        .execute(),
    )
    await expect(selected).rejects.toThrow('permission denied')
  })
})

describe('a setting', () => {
  // shows: B2.72, B9.8
  it('is read without a query, and invalidates cached pages', async () => {
    let calls = 0
    const stop = onTextsChanged(() => {
      calls += 1
    })
    await set('notice', { text: '  El domingo de 2 a 4 no se podrá pagar. ' })
    await set('sales', { vat_text: 'con IVA', quotation_days: '20' })
    expect([shopNotice(), saleSettings().vatText, saleSettings().quotationDays]).toEqual([
      'El domingo de 2 a 4 no se podrá pagar.',
      'con IVA',
      20,
    ])
    await reset('notice')
    await reset('sales')
    expect([shopNotice(), saleSettings().vatText, saleSettings().quotationDays]).toEqual([
      undefined,
      'IVA incluido',
      15,
    ])
    expect(calls).toBe(4)
    stop()
  })

  // shows: B8.12
  it("is not saved over another administrator's change", async () => {
    const save = (text: string) =>
      saveText(database, { editor: ana, kind: 'setting', key: 'notice', seen: 0, content: { text } })
    const saved = await Promise.all([save('Uno'), save('Otro')])
    expect(saved.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(saved.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'changed_meanwhile', by: 'ana@alhena.test' } })
    await reset('notice')
  })

  // shows: B6.18
  it.each(['client', 'assessment_manager', 'respondent'] as const)("can't be changed by a %s", async role => {
    const { id } = await createProfile(database.ownerPool, { role })
    const written = asActor(database.db, { kind: 'user', userId: id }, tx =>
      tx.insertInto('text_overrides').values({ kind: 'setting', key: 'notice', content: '{"text":"x"}' }).execute(),
    )
    await expect(written).rejects.toThrow('row-level security')
  })

  it('has one of the known names', async () => {
    const unknown = asActor(database.db, ana, tx =>
      tx.insertInto('text_overrides').values({ kind: 'setting', key: 'prices', content: '{}' }).execute(),
    )
    await expect(unknown).rejects.toMatchObject({ constraint: 'text_overrides_known_setting' })
  })
})

describe('the bank account for transfers', () => {
  // shows: B2.34
  it("is shown in the seller's name when complete, with the seller's e-mail unless another one is set", async () => {
    expect(transferAccount()).toBeUndefined()
    expect(readSettingForm('transfer', { bank: 'Banco Uno', email: 'no' }).errors).toEqual({
      account_type: 'Completa la cuenta, o déjala toda vacía.',
      account_number: 'Completa la cuenta, o déjala toda vacía.',
      email: 'Escribe un correo válido.',
    })
    const account = { bank: 'Banco Uno', account_type: 'Cuenta corriente', account_number: '00-123' }
    await set('transfer', account)
    expect(transferAccount()).toMatchObject({
      accountNumber: '00-123',
      holder: SHOP.razon_social,
      email: SHOP.correo_soporte,
    })
    await set('transfer', { ...account, email: 'pagos@otra.example' })
    expect(transferAccount()).toMatchObject({ rut: SHOP.rut_empresa, email: 'pagos@otra.example' })
    await reset('transfer')
    expect(transferAccount()).toBeUndefined()
  })
})

it('every setting is stored', async () => {
  const changed: Record<SettingKey, Record<string, string>> = {
    seller: SELLER,
    transfer: { bank: 'Banco de Prueba', account_type: 'Corriente', account_number: '1' },
    sales: { access_days: '30' },
    privacy: { retention_months: '12' },
    laws: { fecha_ley_datos: '2027-12-01' },
    tax: { activity: 'Giro', activity_code: '123456', address: 'Calle 1', commune: 'Santiago' },
    certificates: { name: 'Marcela Rojas' },
    alerts: { email: 'alertas@otra.example' },
    notice: { text: 'Aviso' },
  }
  for (const key of SETTING_KEYS) {
    await set(key, changed[key])
    expect(await seen(key), key).toBeGreaterThan(0)
    await reset(key)
  }
})
