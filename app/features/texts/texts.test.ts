import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asActor } from '#app/platform/database/actor.server.ts'
import { ownerDatabase } from '#app/platform/database/database.server.ts'
import { listenTo } from '#app/platform/database/listen.server.ts'
import { findLegalVersion, publishReleasedLegal } from '#app/platform/legal/legal.server.ts'
import { legalDocument, measuringNotice, RELEASED_LEGAL } from '#app/platform/legal/legal.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import { sellerSetting, shop } from '#app/platform/mail/shop.ts'
import { onTextsChanged } from '#app/platform/texts/live-texts.ts'
import { SHOP_TEXT_FIELDS, shopTexts } from '#app/platform/texts/shop-texts.ts'
import { refreshTexts, SHOP_KEY, watchTexts } from '#app/platform/texts/texts.server.ts'
import { choiceCookie, readChoice } from '#app/platform/tracking/consent.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { publishLegal } from './publish-legal.server.ts'
import { type Editor, restoreText, saveText } from './save-text.server.ts'
import { findText, listLegalVersions } from './texts.server.ts'
import { readLegalForm, readShopForm } from './texts-schema.ts'

let database: TestDatabase
let ana: Editor
const NOW = new Date('2026-11-21T15:00:00Z')

beforeAll(async () => {
  database = await cloneDatabase()
  ana = {
    kind: 'admin',
    userId: (await createProfile(database.ownerPool, { role: 'admin', email: 'ana@alhena.test' })).id,
  }
  await refreshTexts(database.db)
})
afterAll(() => database.close())

const shopTarget = (seen: number) => ({ editor: ana, kind: 'shop', key: SHOP_KEY, seen }) as const
const stored = (kind: 'shop' | 'mail', key: string) => asActor(database.db, ana, tx => findText(tx, kind, key))
const lastAudit = async () =>
  (
    await database.ownerPool.query(
      'select action, entity, entity_id, before, after from audit_log order by id desc limit 1',
    )
  ).rows[0]

describe('the storefront’s texts', () => {
  // shows: B3.4
  it('are the defaults until one is changed, which takes effect at once and can be reverted', async () => {
    const original = shopTexts().hero_title
    let calls = 0
    const stop = onTextsChanged(() => {
      calls += 1
    })
    expect((await saveText(database, { ...shopTarget(0), content: { hero_title: 'Otra portada' } })).ok).toBe(true)
    expect(shopTexts().hero_title).toBe('Otra portada')
    expect(shopTexts().figure_1_value).toBe('15+')
    expect(await lastAudit()).toMatchObject({
      action: 'text_changed',
      entity: 'shop_text',
      before: null,
      after: { hero_title: 'Otra portada' },
    })
    const { revision = 0, updatedBy } = (await stored('shop', SHOP_KEY)) ?? {}
    expect(updatedBy).toBe('ana@alhena.test')
    expect((await restoreText(database, shopTarget(revision))).ok).toBe(true)
    expect(shopTexts().hero_title).toBe(original)
    expect(await lastAudit()).toMatchObject({
      action: 'text_restored',
      before: { hero_title: 'Otra portada' },
      after: null,
    })
    expect(calls).toBe(2)
    stop()
  })

  it('are not saved over another change, also one that was reverted', async () => {
    const save = (seen: number, title: string) =>
      saveText(database, { ...shopTarget(seen), content: { hero_title: title } })
    const [one, other] = await Promise.all([save(0, 'Una'), save(0, 'Otra')])
    expect([one.ok, other.ok].toSorted()).toEqual([false, true])
    const { revision = 0 } = (await stored('shop', SHOP_KEY)) ?? {}
    await restoreText(database, shopTarget(revision))
    await save(0, 'De nuevo')
    expect(await save(revision, 'Vieja')).toMatchObject({ error: { code: 'changed_meanwhile', by: 'ana@alhena.test' } })
  })

  it('have maximum lengths, and a text equal to the default is no change', () => {
    const long = readShopForm({ hero_title: 'x'.repeat(61), footer_text: ' ' })
    expect(Object.keys(long.errors)).toEqual(['hero_title', 'footer_text'])
    const originals = Object.fromEntries(SHOP_TEXT_FIELDS.map(({ name, text }) => [name, text]))
    expect(readShopForm(originals)).toEqual({ value: {}, errors: {} })
  })
})

describe('another process', () => {
  it('reloads the texts when one is changed, also after a lost connection', async () => {
    const log = createLog('error', () => undefined)
    const listening = listenTo(database.address, await watchTexts({ db: database.db, log }))
    await listening.ready
    const change = async (title: string) => {
      const changed = new Promise<void>(resolve => {
        const stopWaiting = onTextsChanged(() => {
          if (shopTexts().hero_title !== title) return
          stopWaiting()
          resolve()
        })
      })
      await database.ownerPool.query(
        `insert into text_overrides (kind, key, content) values ('shop', $1, $2)
         on conflict (kind, key) do update set content = excluded.content`,
        [SHOP_KEY, JSON.stringify({ hero_title: title })],
      )
      await changed
    }
    await change('Desde otra parte')
    await database.ownerPool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'alhena-listener' and datname = current_database()",
    )
    await change('Después de un corte')
    expect(shopTexts().hero_title).toBe('Después de un corte')
    await listening.close()
  })

  it('keeps what it derived from the texts when a reload finds them unchanged', async () => {
    await refreshTexts(database.db)
    let calls = 0
    const stop = onTextsChanged(() => {
      calls += 1
    })
    await refreshTexts(database.db)
    expect(calls).toBe(0)
    stop()
  })
})

describe('a legal text', () => {
  const form = (more: Record<string, string> = {}) => ({
    title: 'Condiciones de compra',
    status: 'revisado',
    templateNotice: 'Plantilla.',
    summary: 'Uno.\nDos.',
    'seccion.2.titulo': 'Segunda',
    'seccion.2.texto': 'Vende {razon_social}.\n\nY otro párrafo.',
    'seccion.10.titulo': 'Tercera',
    'seccion.10.texto': 'Fin.',
    'seccion.11.titulo': '',
    'seccion.11.texto': ' ',
    ...more,
  })

  // shows: B3.4
  it('gets a new version with its date; earlier ones stay readable and orders keep theirs', async () => {
    const before = legalDocument('purchase_terms')
    const texts = readLegalForm(form()).value
    const input = { editor: ana, key: 'purchase_terms', words: texts, now: NOW } as const
    expect(await publishLegal(database, { ...input, seen: Number(before.version) })).toBe(Number(before.version) + 1)
    const now = legalDocument('purchase_terms')
    expect(now.version).toBe(String(Number(before.version) + 1))
    expect(now.updated).toBe('21 de noviembre de 2026')
    expect(now.templateNotice).toBeUndefined()
    expect(now.sections[0]?.body).toEqual(['Vende Alhena Demostración SpA.', 'Y otro párrafo.'])
    const old = await findLegalVersion(database.db, 'purchase_terms', Number(before.version))
    expect(old).toMatchObject(before)
    await expect(publishLegal(database, { ...input, seen: Number(before.version) })).rejects.toThrow(
      'Otra persona publicó una versión después de que abriste esta página. Léela antes de publicar la tuya.',
    )
    await expect(publishLegal(database, { ...input, seen: Number(now.version) })).rejects.toThrow(
      'Dice lo mismo que la versión vigente.',
    )
    expect(await lastAudit()).toMatchObject({ action: 'legal_text_published', entity_id: 'purchase_terms' })
  })

  it('belongs to the back office from then on, and a changed file under a published version stops the start', async () => {
    const owner = ownerDatabase(database.ownerPool)
    const changed = RELEASED_LEGAL.map(text => ({ ...text, content: { ...text.content, title: 'Otro' } }))
    await expect(publishReleasedLegal(owner, changed)).rejects.toThrow(
      'published with another content; raise its version',
    )
    const terms = changed.filter(({ key }) => key === 'purchase_terms')
    await publishReleasedLegal(
      owner,
      terms.map(text => ({ ...text, version: 9 })),
    )
    const versions = await asActor(database.db, ana, tx => listLegalVersions(tx, 'purchase_terms'))
    const released = RELEASED_LEGAL.find(({ key }) => key === 'purchase_terms')?.version ?? 0
    expect(versions.map(({ version, publisher }) => [version, publisher])).toEqual([
      [released + 1, 'ana@alhena.test'],
      [released, null],
    ])
  })

  // shows: B3.9
  it('is shown with current data while it is the newest, and with its last data afterwards', async () => {
    const address = async (version: number) =>
      (await findLegalVersion(database.db, 'privacy_respondents', version))?.sections[0]?.body[0]
    const move = async (direccion: string) => {
      const seller = { ...sellerSetting.parse(shop()), direccion }
      const seen = (await asActor(database.db, ana, tx => findText(tx, 'setting', 'seller')))?.revision ?? 0
      await saveText(database, { editor: ana, kind: 'setting', key: 'seller', seen, content: seller })
    }
    const texts = readLegalForm(form({ 'seccion.2.titulo': 'Dónde', 'seccion.2.texto': 'En {direccion}.' })).value
    const publish = async (title: string) =>
      publishLegal(database, {
        editor: ana,
        key: 'privacy_respondents',
        words: { ...texts, title },
        seen: Number(legalDocument('privacy_respondents').version),
        now: NOW,
      })
    await publish('Una')
    const first = Number(legalDocument('privacy_respondents').version)
    await move('Calle Nueva 1')
    expect(await address(first)).toBe('En Calle Nueva 1.')
    await publish('Dos')
    await move('Calle Lejana 9')
    expect(await address(first)).toBe('En Calle Nueva 1.')
    expect(await address(first + 1)).toBe('En Calle Lejana 9.')
    const { revision = 0 } = (await asActor(database.db, ana, tx => findText(tx, 'setting', 'seller'))) ?? {}
    await restoreText(database, { editor: ana, kind: 'setting', key: 'seller', seen: revision })
  })

  // shows: B4.10
  it('about measuring asks everybody again, unless its meaning is unchanged', async () => {
    const publish = async (title: string, asksAgain: boolean) => {
      const texts = { ...readLegalForm(form()).value, title }
      const seen = measuringNotice().version
      return publishLegal(database, { editor: ana, key: 'cookies_analytics', words: texts, asksAgain, seen, now: NOW })
    }
    const { version } = measuringNotice()
    const decided = choiceCookie('granted', { version, now: NOW.getTime(), https: false }).split(';')[0] ?? ''
    const stored = () => readChoice(decided, NOW.getTime(), measuringNotice())?.version
    await publish('Mejor dicho', false)
    expect(measuringNotice()).toEqual({ version: version + 1, since: version })
    expect(stored()).toBe(version)
    expect(await lastAudit()).toMatchObject({ after: { version: version + 1, asks_again: false } })
    await publish('Medimos más', true)
    expect(measuringNotice()).toEqual({ version: version + 2, since: version + 2 })
    expect(stored()).toBeUndefined()
    await publish('Y mejor dicho', false)
    expect(stored()).toBeUndefined()
  })

  it('requires its texts, and accepts known placeholders only', () => {
    const errorsOf = (more: Record<string, string>) => Object.keys(readLegalForm(form(more)).errors)
    expect(readLegalForm(form()).value.sections.map(({ heading }) => heading)).toEqual(['Segunda', 'Tercera'])
    expect(errorsOf({ title: '' })).toEqual(['title'])
    expect(errorsOf({ summary: ' \n ' })).toEqual(['summary'])
    expect(errorsOf({ 'seccion.2.texto': '' })).toEqual(['seccion.2.texto'])
    expect(errorsOf({ 'seccion.2.texto': 'De {dato_inventado}.' })).toEqual(['seccion.2.texto'])
    expect(errorsOf({ summary: 'Una llave { suelta' })).toEqual(['summary'])
    expect(errorsOf({ 'seccion.2.titulo': 'De {dato_inventado}' })).toEqual(['seccion.2.titulo'])
  })
})

describe('row-level security', () => {
  // shows: B6.5
  it.each(['visitor', 'client', 'system'] as const)('lets a %s read the texts but not change them', async kind => {
    const userId = (await createProfile(database.ownerPool)).id
    const actor = kind === 'client' ? ({ kind: 'user', userId } as const) : ({ kind } as const)
    const content = JSON.stringify({})
    const tries = [
      asActor(database.db, actor, tx =>
        tx.insertInto('text_overrides').values({ kind: 'mail', key: 'x', content }).execute(),
      ),
      asActor(database.db, actor, tx =>
        tx.insertInto('legal_versions').values({ key: 'purchase_terms', version: 3, content }).execute(),
      ),
    ]
    for (const outcome of await Promise.allSettled(tries)) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringContaining('row-level security') },
      })
    }
    const before = await stored('shop', SHOP_KEY)
    await asActor(database.db, actor, tx => tx.updateTable('text_overrides').set({ content }).execute())
    await asActor(database.db, actor, tx => tx.deleteFrom('text_overrides').execute())
    expect(await stored('shop', SHOP_KEY)).toEqual(before)
  })

  it('lets an administrator change no legal text, and add only the next version', async () => {
    const content = JSON.stringify({})
    const skipped = asActor(database.db, ana, tx =>
      tx.insertInto('legal_versions').values({ key: 'purchase_terms', version: 9, content }).execute(),
    )
    await expect(skipped).rejects.toMatchObject({ constraint: 'legal_versions_in_order' })
    // @ts-expect-error The type refuses it, too.
    const changed = asActor(database.db, ana, tx => tx.updateTable('legal_versions').set({ content }).execute())
    await expect(changed).rejects.toThrow('permission denied')
    await expect(database.ownerPool.query("update legal_versions set content = '{}'")).rejects.toThrow('never changed')
  })
})
