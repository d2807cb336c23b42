import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { answerLinkForm, isLinkForm } from './answer-link-form.server.ts'
import { findResultLinks } from './manage-links.server.ts'
import { MOST_LINKS } from './result-links.ts'

const NOW = new Date()
const NOBODYS = '0b0e7f0e-0000-4000-8000-000000000001'

let database: TestDatabase
let managing: { userId: string; itemId: string; now: Date; appUrl: string }
beforeAll(async () => {
  database = await cloneDatabase()
  const { id: userId } = await createProfile(database.ownerPool)
  const { id: productId } = await createProduct(database.ownerPool, { questionnaireId: 'agilidad' })
  const { item_id: itemId } = await createPaidItem(database.ownerPool, { userId, productId, seats: 6 })
  managing = { userId, itemId, now: NOW, appUrl: 'https://alhena.test' }
})
afterAll(() => database.close())

const post = (form: Record<string, string>, by = managing) => answerLinkForm(database.db, by, form)

it('answers with the address of a new link, which no list shows again', async () => {
  const answer = await post({ intent: 'make-link', label: 'Directorio', days: '7' })
  expect(answer.data).toMatchObject({
    done: true,
    text: 'El enlace está listo. Cópialo ahora: no lo volvemos a mostrar.',
  })
  const { address = '' } = answer.data as { address?: string }
  expect(address).toMatch(/^https:\/\/alhena\.test\/resultados\?token=[\w-]{43}$/)
  const listed = JSON.stringify(await findResultLinks(database.db, managing))
  expect(listed).toContain('Directorio')
  expect(listed).not.toContain(new URL(address).searchParams.get('token'))
})

it('says what is wrong with a field, and keeps what was typed', async () => {
  const label = 'x'.repeat(61)
  expect(await post({ intent: 'make-link', label, days: '8' })).toMatchObject({
    init: { status: 400 },
    data: {
      intent: 'make-link',
      text: 'Revisa los datos marcados.',
      errors: { label: expect.stringContaining('60'), days: 'Elige 7, 30 o 90 días.' },
      values: { label },
    },
  })
})

it('refuses the twenty-first with the way on, and what was closed before', async () => {
  const make = () => post({ intent: 'make-link', label: 'Otro', days: '90' })
  for (let made = 1; made < MOST_LINKS; made += 1) await make()
  expect(await make()).toMatchObject({
    init: { status: 409 },
    data: { text: expect.stringMatching(/20 enlaces vigentes\. Revoca uno/), values: { label: 'Otro' } },
  })
  const [{ id } = { id: '' }] = (await findResultLinks(database.db, managing)) ?? []
  const revoke = (link: string) => post({ intent: 'revoke-link', link })
  expect((await revoke(id)).data).toMatchObject({ done: true, text: 'Revocaste el enlace: ya no abre los resultados.' })
  for (const gone of [id, NOBODYS])
    expect(await revoke(gone)).toMatchObject({ init: { status: 409 }, data: { intent: 'revoke-link', done: false } })
})

it('is a 404 for who does not manage the purchase, and a 400 for what no form posts', async () => {
  const { id: userId } = await createProfile(database.ownerPool)
  const notFound = { init: { status: 404 } }
  await expect(post({ intent: 'make-link', days: '7' }, { ...managing, userId })).rejects.toMatchObject(notFound)
  await expect(post({ intent: 'make-link', days: '7' }, { ...managing, itemId: NOBODYS })).rejects.toMatchObject(
    notFound,
  )
  expect(() => post({ intent: 'revoke-link', link: 'x' })).toThrow(expect.objectContaining({ init: { status: 400 } }))
  expect(['make-link', 'revoke-link', 'publish'].map(intent => isLinkForm({ intent }))).toEqual([true, true, false])
})
