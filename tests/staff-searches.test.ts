import { beforeAll, describe, expect, it } from 'vitest'
import { loader as accessList } from '#app/features/accesses/admin/list.tsx'
import { loader as supportPage } from '#app/features/accesses/admin/support.tsx'
import { contextOf } from '#app/features/identity/accounts.test-support.ts'
import { STAFF_SCOPES } from '#app/features/identity/staff/permissions.ts'
import { loader as options } from '#app/layouts/admin/lists/options.ts'
import { loader as search } from '#app/layouts/admin/search.tsx'
import type { StaffScope } from '#app/platform/database/values.ts'
import { openTestAccounts } from './support/accounts.ts'
import { createInvitation, createPaidItem, createProfile, findProduct } from './support/factories.ts'
import { type Handler, openStaff } from './support/strangers.ts'

// The readers across lists as requests: what each scope of the staff gets, and what the audit log keeps of who looked for whom.

const { database, accounts } = await openTestAccounts()
let staff: Record<StaffScope, string>
let buyer: { id: string; email: string }

beforeAll(async () => {
  const { ownerPool } = database
  staff = await openStaff(accounts, database)
  const product = await findProduct(ownerPool)
  buyer = await createProfile(ownerPool, { first_name: 'Rayén', last_name: 'Zafiro', email: 'rayen@zafiro.cl' })
  const item = await createPaidItem(ownerPool, {
    userId: buyer.id,
    productId: product.id,
    seats: 2,
    company: 'Zafiro SpA',
  })
  await createInvitation(ownerPool, { itemId: item.item_id, userId: buyer.id, name: 'Millaray Zafiro' })
})

async function ask(scope: StaffScope, handler: Handler, path: string): Promise<unknown> {
  const url = new URL(path, 'http://shop.test')
  const request = new Request(url, { headers: { cookie: staff[scope] } })
  const args = { request, url, params: {}, pattern: url.pathname.slice(1), context: contextOf(accounts, database) }
  return (async () => handler(args as never))().catch((refusal: unknown) => refusal)
}

const groupsOf = async (scope: StaffScope, text: string) => {
  const answer = (await ask(scope, search, `/admin/search?box=1&search=${text}`)) as { groups: { kind: string }[] }
  return answer.groups.map(({ kind }) => kind)
}

const entries = async (place?: string) =>
  (
    await database.ownerPool.query(
      `select actor_user_id as who, entity_id as place, after from audit_log
       where action = 'people_searched' and ($1::text is null or entity_id = $1) order by id`,
      [place],
    )
  ).rows

describe('the search over everything', () => {
  it('shows each scope what its lists show', async () => {
    const people = ['orders', 'clients', 'companies', 'accesses']
    const shown = Object.fromEntries(
      await Promise.all(STAFF_SCOPES.map(async scope => [scope, await groupsOf(scope, 'zafiro')] as const)),
    )
    expect(shown).toEqual({ admin: people, sales: people, content: [], support: people, finance: ['orders'] })
  })
})

describe('choosers', () => {
  it('open to those who read the list that they choose from', async () => {
    const opened: Record<string, string[]> = {}
    for (const kind of ['clients', 'companies', 'products', 'products-on-sale']) {
      opened[kind] = []
      for (const scope of STAFF_SCOPES) {
        const answer = await ask(scope, options, `/admin/options/${kind}?search=zafiro`)
        if (typeof answer === 'object' && answer !== null && 'options' in answer) opened[kind].push(scope)
        else expect(answer).toMatchObject({ init: { status: 403 } })
      }
    }
    expect(opened).toEqual({
      clients: ['admin', 'sales', 'support'],
      companies: ['admin', 'sales', 'support'],
      products: ['admin', 'sales', 'content', 'support'],
      'products-on-sale': [...STAFF_SCOPES],
    })
  })
})

describe('a search that shows people', () => {
  it('is in the audit log: who, what, where, and how many of each kind', async () => {
    await ask('support', search, '/admin/search?search=%20Millaray%20%20ZAFIRO')
    await ask('support', accessList, '/admin/access?search=millaray&periodo=todo')
    await ask('support', supportPage, '/admin/access/support?search=rayen')
    const seen = (await entries()).filter(({ after }) => /millaray|rayen/.test(after.term))
    expect(seen.map(({ place, after }) => ({ place, ...after }))).toEqual([
      { place: 'todo', term: 'millaray zafiro', found: { accesses: 1 } },
      { place: 'accesos', term: 'millaray', found: { accesos: 1 } },
      { place: 'soporte', term: 'rayen', found: { personas: 2 } },
    ])
    expect(new Set(seen.map(({ who }) => who)).size).toBe(1)
  })

  it('is recorded once for the same text at the same place, and not where it shows nobody', async () => {
    const before = (await entries()).length
    for (const text of ['millaray%20zafiro', 'nadie-se-llama-así', 'agilidad', ''])
      await ask('support', search, `/admin/search?search=${text}`)
    expect(await entries()).toHaveLength(before)
  })

  it('loses its text with the data of whom it was about', async () => {
    await ask('admin', search, '/admin/search?search=rayen%40zafiro.cl')
    await ask('admin', search, '/admin/search?search=spa')
    const termsOf = async () => (await entries('todo')).map(({ after }) => after.term)
    expect(await termsOf()).toEqual(expect.arrayContaining(['rayen@zafiro.cl', 'spa']))
    await database.ownerPool.query(
      `update profiles set first_name = 'Cuenta eliminada', last_name = '', email = 'eliminada-' || id || '@cuenta.invalid', deleted_at = now()
       where id = $1`,
      [buyer.id],
    )
    const left = await termsOf()
    expect(left.filter(term => term !== undefined && /rayen|zafiro/.test(term))).toEqual([])
    expect(left).toContain('spa')
  })
})
