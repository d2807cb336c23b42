import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE_MS } from '#app/kernel/dates.ts'
import { releasedDocument, triedTexts } from '#app/mails/edited-mail.ts'
import type { MailDocument } from '#app/mails/mail-document.ts'
import type { EditedKey } from '#app/mails/mails.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import type { OutgoingMail } from '#app/platform/mail/outgoing-mail.ts'
import { refreshTexts } from '#app/platform/texts/texts.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { sendNewMails } from '#tests/support/mails.ts'
import { listReaders, mailVersion, mailVersions, makePreview } from './mail-preview.server.ts'
import { TESTS_AN_HOUR } from './mail-status.ts'
import { type Editor, restoreText, saveText } from './save-text.server.ts'
import { sendTestMail } from './test-services.server.ts'
import { findText } from './texts.server.ts'

let database: TestDatabase
let ana: Editor
const NOW = new Date('2026-11-21T15:00:00Z')

beforeAll(async () => {
  database = await cloneDatabase()
  const { id } = await createProfile(database.ownerPool, { role: 'admin', email: 'ana@alhena.test' })
  ana = { kind: 'admin', userId: id }
  await refreshTexts(database.db)
})
afterAll(() => database.close())

const mailTarget = (seen: number) => ({ editor: ana, kind: 'mail', key: 'quotation', seen }) as const
const stored = (key: string) => asActor(database.db, ana, tx => findText(tx, 'mail', key))

/** Sends what is due, and gives the mails. */
async function sendMails(): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = []
  const transport = {
    send: async (mail: OutgoingMail) => {
      sent.push(mail)
      return { ok: true, value: undefined } as const
    },
    close: () => undefined,
  }
  const log = createLog('error', () => undefined)
  await sendNewMails({ db: database.db, transport, appUrl: 'https://tienda.example', log })
  return sent
}

const to = { recipient: 'ana@alhena.test', template: 'quotation', now: NOW } as const
const withText = (key: EditedKey, name: string, text: string): MailDocument => {
  const released = releasedDocument(key)
  return { ...released, texts: { ...released.texts, [name]: text } }
}
const sendTest = async (more: Partial<Parameters<typeof sendTestMail>[1]> = {}) =>
  expect(await sendTestMail(database, { editor: ana, ...to, ...more })).toBe(true)

it('the texts of mails apply from the next mail on, and can be reverted', async () => {
  const content = withText('quotation', 'subject', 'Mira tu cotización {numero_cotizacion}')
  await saveText(database, { ...mailTarget(0), content })
  await sendTest()
  const [changed] = await sendMails()
  expect(changed?.subject).toBe('[Prueba] Mira tu cotización COT-2026-000123')
  expect(changed?.recipient).toBe('ana@alhena.test')
  const { revision = 0 } = (await stored('quotation')) ?? {}
  await restoreText(database, mailTarget(revision))
  await sendTest()
  expect((await sendMails())[0]?.subject).toBe('[Prueba] Tu cotización COT-2026-000123')
})

// shows: B2.55
it('the texts of mails are tested before they are published: a test mail uses the typed texts, all others the stored ones', async () => {
  const document = withText('quotation', 'subject', 'Probando {numero_cotizacion}')
  await sendTest({ tried: triedTexts('quotation', document) })
  await sendTest()
  const subjects = (await sendMails()).map(mail => mail.subject)
  expect(subjects.toSorted()).toEqual(['[Prueba] Probando COT-2026-000123', '[Prueba] Tu cotización COT-2026-000123'])
})

// shows: B2.55
it('the texts of mails share a greeting and footer that can be changed for all of them', async () => {
  const key = 'common'
  const greeting = (word: string) => `[si nombre: ${word} {nombre}:][si no nombre: Hola:]`
  const document = withText(key, 'greeting', greeting('Estimada'))
  await sendTest({ tried: triedTexts(key, document) })
  expect((await sendMails())[0]?.text).toMatch(/^Estimada Ana:\n/)
  const content = withText(key, 'greeting', greeting('Querida'))
  expect((await saveText(database, { editor: ana, kind: 'mail', key, seen: 0, content })).ok).toBe(true)
  await sendTest()
  expect((await sendMails())[0]?.text).toMatch(/^Querida Ana:\n/)
  const { revision = 0 } = (await stored(key)) ?? {}
  await restoreText(database, { editor: ana, kind: 'mail', key, seen: revision })
  await sendTest()
  expect((await sendMails())[0]?.text).toMatch(/^Hola, Ana:\n/)
})

it('the texts of mails that were stored with the button besides the blocks still apply', async () => {
  const { texts, blocks } = releasedDocument('quotation')
  const content = { texts: { ...texts, button: 'Abrirla' }, blocks: blocks.filter(({ kind }) => kind !== 'button') }
  await saveText(database, { ...mailTarget(0), content })
  await sendTest()
  expect((await sendMails())[0]?.text).toContain('\n\nAbrirla:\nhttps://tienda.example/')
  const { revision = 0 } = (await stored('quotation')) ?? {}
  await restoreText(database, mailTarget(revision))
})

it('the texts of mails that no longer fit the mail are ignored', async () => {
  const content = withText('quotation', 'subject', 'Hola {dato_que_ya_no_existe}')
  await saveText(database, { ...mailTarget(0), content })
  await sendTest()
  expect((await sendMails())[0]?.subject).toBe('[Prueba] Tu cotización COT-2026-000123')
})

it('the texts of mails keep each published version whole, with who published it and what it replaced', async () => {
  const target = { editor: ana, kind: 'mail', key: 'quotation' } as const
  const seen = async () => (await stored('quotation'))?.revision ?? 0
  const [first, second] = ['Una', 'Dos'].map(word => withText('quotation', 'preheader', word))
  await saveText(database, { ...target, seen: await seen(), content: first ?? {} })
  const before = await seen()
  await saveText(database, { ...target, seen: before, content: second ?? {} })
  expect(await saveText(database, { ...target, seen: before, content: first ?? {} })).toMatchObject({
    error: { code: 'changed_meanwhile', by: 'ana@alhena.test' },
  })
  await restoreText(database, { ...target, seen: await seen() })
  await sendTest()
  const versions = await asActor(database.db, ana, tx => mailVersions(tx, 'quotation', 3))
  expect(versions).toMatchObject([
    { by: 'ana@alhena.test', before: second, after: null },
    { before: first, after: second },
    { after: first },
  ])
  const [, published] = versions
  const one = (key: string) => asActor(database.db, ana, tx => mailVersion(tx, key, published?.id ?? 0))
  expect((await one('quotation'))?.after).toEqual(second)
  expect(await one('common')).toBeUndefined()
})

it('the texts of mails are previewed with a real mail, whose codes and links stay hidden', async () => {
  const access = { numero_cotizacion: 'COT-2026-000999', enlace_cotizacion: '/account/quotations/secreto' }
  const params = { nombre: 'Berta', total_clp: '$1', fecha_limite: '06-12-2026', ...access }
  await asActor(database.db, { kind: 'system' }, tx =>
    queueMail(tx, { template: 'quotation', recipient: 'berta@example.cl', params }),
  )
  const key = 'quotation'
  const { real } = await listReaders(database, { editor: ana, key })
  expect(real.map(({ label }) => label.split(',')[0])).toEqual(['berta@example.cl'])
  const document = withText(key, 'subject', 'Para ti, {numero_cotizacion}')
  const input = { editor: ana, key, document, appUrl: 'https://tienda.example' } as const
  const preview = await makePreview(database, { ...input, reader: real[0]?.value ?? '' })
  expect(preview.subject).toBe('Para ti, COT-2026-000999')
  expect(preview.text).toContain('Hola, Berta:')
  expect(preview.text + preview.html).not.toContain('secreto')
  for (const reader of ['muestra.0', 'muestra.99', 'x', '00000000-0000-4000-8000-000000000000']) {
    expect((await makePreview(database, { ...input, reader })).subject).toBe('Para ti, COT-2026-000123')
  }
  await sendMails()
})

it('the texts of mails can be tested twenty times an hour', async () => {
  const berta: Editor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  const now = new Date()
  const tries = Array.from({ length: TESTS_AN_HOUR + 2 }, () => sendTestMail(database, { editor: berta, ...to, now }))
  const sent = await Promise.all(tries)
  expect(sent.filter(Boolean)).toHaveLength(TESTS_AN_HOUR)
  const later = new Date(now.getTime() + 61 * MINUTE_MS)
  expect(await sendTestMail(database, { editor: berta, ...to, now: later })).toBe(true)
  await sendMails()
})
