import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { countOpening } from './linked-results.server.ts'
import { findResultLinks, makeResultLink, revokeResultLink } from './manage-links.server.ts'
import { isOpening } from './opening.server.ts'
import { openingsText } from './result-links.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const NOW = new Date()

describe('the openings of a link', () => {
  it('are counted with the time of the last one, and told in words', async () => {
    const { id: userId } = await createProfile(database.ownerPool)
    const { id: productId } = await createProduct(database.ownerPool, { questionnaireId: 'agilidad' })
    const purchase = { userId, productId, seats: 6, mode: 'business' } as const
    const managing = { userId, itemId: (await createPaidItem(database.ownerPool, purchase)).item_id, now: NOW }
    const link = async () => {
      const [found] = (await findResultLinks(database.db, managing)) ?? []
      if (!found) throw new Error('There is no link')
      return found
    }
    const token = (await makeResultLink(database.db, { ...managing, label: '', days: 7 })) ?? ''
    expect(openingsText(await link())).toBe('Sin abrir')
    const at = new Date('2026-11-21T15:00:00Z')
    await countOpening(database.db, token, at)
    expect(openingsText(await link())).toBe('Abierto una vez, el 21-11-2026')
    await Promise.all([1, 2].map(() => countOpening(database.db, token, at)))
    expect(openingsText(await link())).toBe('Abierto 3 veces, la última el 21-11-2026')
    await revokeResultLink(database.db, { ...managing, link: (await link()).id })
    await countOpening(database.db, token, NOW)
    expect(await link()).toMatchObject({ openings: 3, last_opened_at: at })
  })

  const asked = (headers: Record<string, string>, method = 'GET') =>
    isOpening({ method, headers: new Headers({ accept: 'text/html,*/*;q=0.8', ...headers }) })
  it('are documents that people ask for, from a mail or by hand', () => {
    expect(asked({})).toBe(true)
    expect(asked({ 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' })).toBe(true)
    expect(asked({ 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' })).toBe(true)
  })
  it('are neither other views of the visit, nor HEAD, nor what is fetched in advance', () => {
    expect(asked({}, 'HEAD')).toBe(false)
    // Another view without scripts, and with them.
    expect(asked({ 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' })).toBe(false)
    expect(asked({ 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin', accept: '*/*' })).toBe(false)
    expect(asked({ accept: '*/*' })).toBe(false)
    for (const name of ['sec-purpose', 'purpose', 'x-moz']) expect(asked({ [name]: 'prefetch;prerender' })).toBe(false)
    expect(asked({ 'x-purpose': 'preview' })).toBe(false)
  })
})
