import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { contextOf, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { ACCOUNT_FIELD } from '#app/platform/http/account-field.ts'
import { OTHER_ACCOUNT_STATUS } from '#app/platform/http/other-account.ts'
import type { RouteEntry } from '#app/platform/http/route-table.ts'
import routes from '#app/routes.ts'
import { openTestAccounts } from './support/accounts.ts'
import { createPaidItem, findProduct } from './support/factories.ts'
import { ID } from './support/fuzz-input.ts'
import { ROUTE_INPUTS } from './support/fuzz-routes.ts'
import type { Handler } from './support/strangers.ts'

// Every action of the shop, posted as an administrator with a form that was opened under another account: it is refused, or its
// address stands here with the reason why it does nothing in the name of whoever is signed in.

const NOBODYS: Readonly<Record<string, string>> = {
  '/auth': 'opens a session with what is typed',
  '/auth/second-step': 'opens the session of the first step',
  '/auth/forgot': 'mails a link to the typed address',
  '/auth/reset': 'acts by the token of a link',
  '/auth/email-objection': 'acts by the token of a link',
  '/auth/resend': 'mails a link to the typed address',
  '/sign-out': 'whoever wants out of this browser gets out',
  '/taller/:slug': 'opens a session with what is typed',
  '/avisos-de-planes': 'acts by the token of a link',
  '/mis-datos': 'acts by the token of a link',
  '/cotizacion': 'acts by the token of a link',
  '/cotizacion/pagar': 'acts by the token of a link',
  '/payment-simulator': 'is the bank',
  '/payment/return': 'is called by the bank',
  '/payment/return/cotizacion': 'is called by the bank',
  '/hooks/mail-bounce': 'is called by the mail server',
  '/events': 'is no form: a visit is recorded as whose it is when it is sent',
  '/privacy-choice': 'is a choice of the browser',
  '/cart': 'is no form: prices are quoted and nothing is kept',
  '/respond/answers': 'is no form: an answer names its run, which only its own person may write',
}

type Found = { path: string; file: string; isUpload: boolean }

const filesUnder = (entries: readonly RouteEntry[], under = ''): Found[] =>
  entries.flatMap(({ path, file, rules, children }) => {
    const own = path === undefined ? under : `${under}/${path}`
    return [{ path: own || '/', file, isUpload: rules?.upload !== undefined }, ...filesUnder(children ?? [], own)]
  })

const { database, accounts } = await openTestAccounts()
let cookie: string
/** A purchase of whoever is signed in: a list of people is not read before its purchase is found. */
let itemId: string
const actions: (Found & { action: Handler })[] = []

beforeAll(async () => {
  const { user, cookie: opened } = await openPerson(accounts, database)
  await database.ownerPool.query("update profiles set role = 'admin', staff_scope = 'admin' where id = $1", [user.id])
  cookie = opened
  const product = await findProduct(database.ownerPool)
  itemId = (await createPaidItem(database.ownerPool, { userId: user.id, productId: product.id, seats: 3 })).item_id
  const modules = import.meta.glob<Record<string, Handler | undefined>>([
    '/app/features/*/{admin,account,shop,respond,api}/*.{ts,tsx}',
    '/app/layouts/**/*.{ts,tsx}',
  ])
  for (const found of filesUnder(routes).filter(({ path }) => !path.startsWith('/api/'))) {
    const action = (await modules[`/app/${found.file}`]?.())?.action
    if (action) actions.push({ ...found, action })
  }
}, 60_000)

type Sent = { fields: Record<string, string>; isUpload: boolean; cookie?: string }

/** What an action answers or throws as a response. */
async function answerOf(action: Handler, path: string, { fields, isUpload, cookie }: Sent) {
  const params = { ...ROUTE_INPUTS[path]?.params, itemId: [itemId] }
  const address = path
    .replace(/\*$/, 'x')
    .replaceAll(/:(\w+)/g, (_, name: keyof typeof params) => params[name]?.[0] ?? 'x')
  const url = new URL(address, 'http://shop.test')
  url.searchParams.set('access_id', '00000000-0000-4000-8000-000000000001')
  const body = isUpload ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  // Without scripts, where the answer replaces what was typed.
  const headers = { accept: 'text/html', ...(cookie !== undefined && { cookie }) }
  const request = new Request(url, { method: 'POST', headers, body })
  const first = Object.fromEntries(Object.entries(params).map(([name, [value = 'x']]) => [name, value]))
  const args = { request, url, params: first, pattern: path.slice(1), context: contextOf(accounts, database) }
  const outcome: unknown = await (async () => action(args as never))().catch((thrown: unknown) => thrown)
  return outcome instanceof Response ? outcome : undefined
}

const sampleOf = (name: string): string => (name.endsWith('_id') ? ID : name === 'section' ? '1' : 'x')

const formsOf = (path: string): Record<string, string>[] =>
  (ROUTE_INPUTS[path]?.forms ?? [{}])
    .map(({ fixed = {}, typed = [] }) => ({
      ...Object.fromEntries(typed.map(name => [name, sampleOf(name)])),
      ...fixed,
    }))
    // A code opens a session with what is typed, as a log-in does.
    .filter(({ intent }: Record<string, string>) => intent !== 'access')

it('refuses a form that was opened under another account, wherever it goes', async () => {
  const wrong: string[] = []
  for (const { path, action, isUpload } of actions.filter(({ path }) => !(path in NOBODYS))) {
    for (const form of formsOf(path)) {
      const foreign = { ...form, [ACCOUNT_FIELD]: '00000000-0000-4000-8000-0000000000ff' }
      const status = (await answerOf(action, path, { fields: foreign, isUpload, cookie }))?.status
      if (status !== OTHER_ACCOUNT_STATUS) wrong.push(`${path} ${JSON.stringify(form)} ${status}`)
    }
  }
  expect(wrong).toEqual([])
  expect(actions.length).toBeGreaterThan(90)
}, 60_000)

it('sends nobody whose session has ended away from a form, wherever it goes', async () => {
  const wrong: string[] = []
  for (const { path, action, isUpload } of actions.filter(({ path }) => !(path in NOBODYS))) {
    for (const form of formsOf(path)) {
      const own = { ...form, [ACCOUNT_FIELD]: '00000000-0000-4000-8000-0000000000ff' }
      const answer = await answerOf(action, path, { fields: own, isUpload })
      if (answer?.headers.get('location')?.startsWith('/auth?')) wrong.push(`${path} ${JSON.stringify(form)}`)
    }
  }
  expect(wrong).toEqual([])
}, 60_000)

it('names no address that has no action', () => {
  const paths = new Set(actions.map(({ path }) => path))
  expect(Object.keys(NOBODYS).filter(path => !paths.has(path))).toEqual([])
})

it('renders no form that posts without saying whose it is', () => {
  // Biome refuses the router's own forms; these are the browser's, with the reason why each may be.
  const may = new Set([
    // Its account stands among its fields.
    'app/layouts/other-account-page.tsx',
    // Signs out.
    'app/features/identity/account/profile.tsx',
    // Leads to the bank.
    'app/features/payments/shop/posting-form.tsx',
  ])
  const bare = globSync('app/**/*.tsx').filter(
    file => /<form\s[^>]*method="post"/.test(readFileSync(file, 'utf8')) && !may.has(file),
  )
  expect(bare.filter(file => !readFileSync(file, 'utf8').includes('<AccountField />'))).toEqual([])
})

it('has no way to sign out that reports nothing', () => {
  const ways = globSync('app/**/*.tsx').filter(file =>
    /action[=:] ?["']\/sign-out["']/.test(readFileSync(file, 'utf8')),
  )
  const silent = ways.filter(file => !readFileSync(file, 'utf8').includes("track('user_action', { action: 'logout' })"))
  // Nothing is measured without scripts.
  expect(silent).toEqual(['app/features/identity/account/profile.tsx'])
  expect(ways.length).toBeGreaterThan(2)
})
