import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { servicesContext, servicesOf } from '#app/platform/services/services.server.ts'
import { openTestAccounts } from './support/accounts.ts'
import { completePeople, invitePeople } from './support/completed-people.ts'
import { createPaidItem, createProduct, type TestItem } from './support/factories.ts'
import type { Handler } from './support/strangers.ts'

// Walks the loaders and actions of purchases of a client company as people of every role: its own, its consultant's, of another client
// company of that consultant (the stranger), and as somebody who was removed. Row-level security alone is tested in
// organisations-access.test.ts and client-companies-access.test.ts.

const { database, accounts } = await openTestAccounts()
const renderer = createPdfRenderer()
afterAll(() => renderer.close())

/** The buyer is a member who buys, as `colleague` is. */
const NAMES = [
  'buyer',
  'colleague',
  'coordinator',
  'reader',
  'removed',
  'stranger',
  'advisor',
  'assistant',
  'analyst',
] as const
type Name = (typeof NAMES)[number]

const people = {} as Record<Name, Awaited<ReturnType<typeof openPerson>>>
let organisation = ''
let item: TestItem
let completed = ''
/** Two unstarted invitations for each, because revoking one or giving its seat away ends it. */
const waiting = {} as Record<Name, string>
const given = {} as Record<Name, string>

beforeAll(async () => {
  for (const name of NAMES) people[name] = await openPerson(accounts, database)
  const pool = database.ownerPool
  const made = await pool.query<{ id: string }>(
    `with consultant as (
       insert into organisations (name, created_at, is_consultant) values ('Consultora Norte', now(), true) returning id),
     members as (
       insert into organisation_members (organisation_id, user_id, role, joined_at)
       select consultant.id, joining.id, joining.role, now()
       from consultant, (values ($1::uuid, 'buyer'), ($2::uuid, 'coordinator'), ($3::uuid, 'results')) joining (id, role))
     insert into organisations (name, created_at, consultant_id)
     select name, now(), consultant.id from consultant, (values ('Los Aromos SpA'), ('Otra SpA')) client (name) returning id`,
    [people.advisor.user.id, people.assistant.user.id, people.analyst.user.id],
  )
  const [own = '', other = ''] = made.rows.map(row => row.id)
  organisation = own
  await pool.query(
    `insert into organisation_members (organisation_id, user_id, role, joined_at)
     values ($1, $3, 'buyer', now()), ($1, $4, 'buyer', now()), ($1, $5, 'coordinator', now()), ($1, $6, 'results', now()),
       ($2, $7, 'buyer', now())`,
    [
      own,
      other,
      ...(['buyer', 'colleague', 'coordinator', 'reader', 'stranger'] as const).map(name => people[name].user.id),
    ],
  )
  const product = await createProduct(pool, { questionnaireId: 'dama-dmbok2' })
  const blocks = [{ text: 'Para conversar.' }]
  const guides = [{ key: 'una-guia', title: 'Una guía', for: 'team', when: 'always', blocks }]
  await pool.query('update assessments set deliverables = $2 where id = $1', [product.id, { guides, materials: [] }])
  // Bought by somebody who has been removed since: the purchase stays with the organisation.
  item = await createPaidItem(pool, { userId: people.removed.user.id, productId: product.id, seats: 40 })
  item.order_number = 'ALH-1700000000000-abcdef-2345'
  await pool.query('update orders set organisation_id = $2, order_number = $3 where id = $1', [
    item.order_id,
    own,
    item.order_number,
  ])
  const purchase = { itemId: item.item_id, userId: people.removed.user.id }
  const fields = await pool.query<{ field: string }>("select field from private.closed_fields('dama-dmbok2', 1)")
  const answers = Object.fromEntries(fields.rows.map(({ field }) => [field, 3]))
  const [first = ''] = await completePeople(pool, purchase, [{ answers }])
  completed = first
  await pool.query(
    `insert into plan_actions (order_item_id, title, position, due_on, created_at) values ($1, 'Ordenar la bodega', 0, '2026-12-21', now())`,
    [item.item_id],
  )
  const invited = await invitePeople(
    pool,
    purchase,
    [...NAMES, ...NAMES].map(() => ({})),
  )
  for (const [index, name] of NAMES.entries()) {
    waiting[name] = invited[index] ?? ''
    given[name] = invited[index + NAMES.length] ?? ''
  }
}, 60_000)

type Attempt = {
  path: string
  file: () => Promise<object>
  params: (who: Name) => Record<string, string>
  query?: string
  /** A form for the action; a loader without one. */
  form?: (who: Name) => Record<string, string>
}

/** The status of what a loader or action answers, as the router sends it. */
async function statusOf(who: Name, { path, file, params, query = '', form }: Attempt): Promise<number> {
  const module = (await file()) as Record<string, Handler | undefined>
  const handler = module[form ? 'action' : 'loader']
  if (!handler) throw new Error(`${path} has no handler`)
  const url = new URL(`${path}${query}`, 'http://shop.test')
  const request = new Request(url, {
    headers: { cookie: people[who].cookie },
    ...(form && { method: 'POST', body: new URLSearchParams(form(who)) }),
  })
  const context = contextOf(accounts, database)
  context.set(servicesContext, { ...servicesOf(context), pdf: renderer })
  const args = { request, url, params: params(who), pattern: path, context }
  const answer: unknown = await (async () => handler(args as never))().catch((thrown: unknown) => thrown)
  if (answer instanceof Error) throw answer
  if (answer instanceof Response) return answer.status
  const { init } = answer as { init?: { status?: number } | null }
  return init?.status ?? 200
}

const itemParams = () => ({ itemId: item.item_id })
const orderParams = () => ({ number: item.order_number })
const invitee = { name: 'Eva Soto', jobRole: 'Analista', department: 'Datos' }
const BUYING: Attempt[] = [
  {
    path: '/account/orders/:number',
    file: () => import('#app/features/orders/account/order.tsx'),
    params: orderParams,
  },
  {
    path: '/account/orders/:number/pdf',
    file: () => import('#app/features/orders/account/order-pdf.ts'),
    params: orderParams,
  },
  {
    path: '/account/items/:itemId/seats',
    file: () => import('#app/features/payments/account/more-seats.tsx'),
    params: itemParams,
  },
]
const dashboard = (form: NonNullable<Attempt['form']>): Attempt => ({
  path: '/account/dashboard',
  file: () => import('#app/features/accesses/account/dashboard.tsx'),
  params: () => ({}),
  form,
})
const participants = (form?: Attempt['form']): Attempt => ({
  path: '/account/items/:itemId/participants',
  file: () => import('#app/features/accesses/account/participants.tsx'),
  params: itemParams,
  ...(form && { form }),
})
const setup = (form?: Attempt['form']): Attempt => ({
  path: '/account/items/:itemId/setup',
  file: () => import('#app/features/accesses/account/setup.tsx'),
  params: itemParams,
  ...(form && { form }),
})
const settings = (form?: Attempt['form']): Attempt => ({
  path: '/account/items/:itemId/settings',
  file: () => import('#app/features/results/account/item-settings.tsx'),
  params: itemParams,
  ...(form && { form }),
})
const purchase = (more: Pick<Attempt, 'query' | 'form'> = {}): Attempt => ({
  path: '/account/items/:itemId',
  file: () => import('#app/features/accesses/account/purchase.tsx'),
  params: itemParams,
  ...more,
})
const COORDINATING: Attempt[] = [
  setup(),
  setup(() => ({ intent: 'save', days: '7' })),
  participants(),
  participants(() => ({ intent: 'remind' })),
  participants(who => ({ intent: 'revoke', accessId: waiting[who] })),
  settings(),
  settings(() => ({ intent: 'follow-up', due: '', days: '7' })),
  settings(() => ({ intent: 'choose-mode', mode: 'nominative' })),
  settings(() => ({ intent: 'choose-sharing' })),
  purchase({ form: () => ({ intent: 'remind', itemId: item.item_id }) }),
  {
    path: '/account/items/:itemId/invitations',
    file: () => import('#app/features/accesses/account/invitation-list.tsx'),
    params: itemParams,
  },
  {
    path: '/account/items/:itemId/groups',
    file: () => import('#app/features/results/account/groups.tsx'),
    params: itemParams,
  },
  dashboard(() => ({ intent: 'remind', itemId: item.item_id })),
  dashboard(who => ({ intent: 'save-invitee', accessId: given[who], email: `${who}@nueva.example`, ...invitee })),
  dashboard(who => ({
    intent: 'invite',
    itemId: item.item_id,
    firstName: 'Eva',
    lastName: 'Soto',
    email: `${who}@otra.example`,
    role: 'analista',
    area: 'Datos',
  })),
]
const READING: Attempt[] = [
  purchase(),
  purchase({ query: '?vista=resultados' }),
  {
    path: '/account/items/:itemId/results',
    file: () => import('#app/features/results/account/item-results.tsx'),
    params: itemParams,
  },
  {
    path: '/account/items/:itemId/report',
    file: () => import('#app/features/results/account/item-report.ts'),
    params: itemParams,
  },
  {
    path: '/account/items/:itemId/board',
    file: () => import('#app/features/results/account/item-board.ts'),
    params: itemParams,
  },
  {
    path: '/account/items/:itemId/slides',
    file: () => import('#app/features/results/account/item-slides.ts'),
    params: itemParams,
  },
  {
    path: '/account/items/:itemId/data/:format',
    file: () => import('#app/features/results/account/item-data.ts'),
    params: () => ({ ...itemParams(), format: 'csv' }),
  },
  {
    path: '/account/items/:itemId/results/plan.ics',
    file: () => import('#app/features/results/account/item-calendar.ts'),
    params: itemParams,
  },
  {
    path: '/account/results/:accessId',
    file: () => import('#app/features/results/account/results.tsx'),
    params: () => ({ accessId: completed }),
  },
  {
    path: '/account/items/:itemId/guides/:key',
    file: () => import('#app/features/results/account/item-guide.ts'),
    params: () => ({ ...itemParams(), key: 'una-guia' }),
  },
  {
    path: '/account/results/:accessId/report',
    file: () => import('#app/features/results/account/person-report.ts'),
    params: () => ({ accessId: completed }),
  },
  {
    path: '/account/results/:accessId/guides/:key',
    file: () => import('#app/features/results/account/person-guide.ts'),
    params: () => ({ accessId: completed, key: 'una-guia' }),
  },
]
/** Of somebody who has not completed: the address says nothing to who only sees results. */
const UNFINISHED: Attempt[] = [
  {
    path: '/account/results/:accessId',
    file: () => import('#app/features/results/account/results.tsx'),
    params: () => ({ accessId: waiting.removed }),
  },
]

const allowed = (names: readonly Name[]) => Object.fromEntries(NAMES.map(name => [name, names.includes(name)]))
const BUYERS = ['buyer', 'colleague', 'advisor'] as const
const COORDINATORS = [...BUYERS, 'coordinator', 'assistant'] as const
const MATRIX = [
  { what: 'receipts and more seats', attempts: BUYING, who: BUYERS },
  { what: 'results of people who have not completed', attempts: UNFINISHED, who: COORDINATORS },
  { what: 'results', attempts: READING, who: [...COORDINATORS, 'reader', 'analyst'] },
  { what: 'people and invitations', attempts: COORDINATING, who: COORDINATORS },
] as const satisfies readonly { what: string; attempts: readonly Attempt[]; who: readonly Name[] }[]

describe.each(MATRIX)('$what', ({ attempts, who }) => {
  it('are for the roles that include them, and not found by anybody else', async () => {
    for (const attempt of attempts) {
      const opened: Record<string, boolean> = {}
      for (const name of NAMES) {
        const status = await statusOf(name, attempt)
        opened[name] = status < 400
        // Not found, or a form's refusal of something not found.
        if (status >= 400) expect([404, 409], `${attempt.path} as ${name}`).toContain(status)
      }
      expect(opened, attempt.path).toEqual(allowed(who))
    }
  })
})

describe('the lists', () => {
  const listed = async (who: Name, path: string, load: () => Promise<object>): Promise<string> => {
    const { loader } = (await load()) as { loader: Handler }
    const url = new URL(`${path}?de=${organisation}&compra=${item.item_id}`, 'http://shop.test')
    const request = new Request(url, { headers: { cookie: people[who].cookie } })
    const args = { request, url, params: {}, pattern: path, context: contextOf(accounts, database) }
    return JSON.stringify(await loader(args as never))
  }

  it('show a purchase of the organisation to the roles that see it', async () => {
    const seen: Record<string, boolean[]> = {}
    for (const name of NAMES) {
      const dashboardText = await listed(
        name,
        '/account/dashboard',
        () => import('#app/features/accesses/account/dashboard.tsx'),
      )
      const ordersText = await listed(name, '/account/orders', () => import('#app/features/orders/account/orders.tsx'))
      seen[name] = [dashboardText.includes(item.item_id), ordersText.includes(item.order_number)]
    }
    expect(seen).toEqual({
      buyer: [true, true],
      colleague: [true, true],
      coordinator: [true, false],
      reader: [true, false],
      removed: [false, false],
      stranger: [false, false],
      advisor: [true, true],
      assistant: [true, false],
      analyst: [true, false],
    })
  })

  it('show no price, no code and nobody unfinished to who only sees results', async () => {
    const text = await listed(
      'reader',
      '/account/dashboard',
      () => import('#app/features/accesses/account/dashboard.tsx'),
    )
    expect(text).not.toMatch(/AC-[2-9A-Z]{8}/)
    expect(text).not.toContain('_clp')
    expect(text).toContain(completed)
    for (const name of NAMES) expect(text).not.toContain(waiting[name])
    expect(
      await listed('coordinator', '/account/dashboard', () => import('#app/features/accesses/account/dashboard.tsx')),
    ).not.toContain('_clp')
  })
})
