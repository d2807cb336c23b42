import { beforeAll, describe, expect, it } from 'vitest'
import { allows, findArea, permissionAt, STAFF_SCOPES } from '#app/features/identity/staff/permissions.ts'
import type { StaffScope } from '#app/platform/database/values.ts'
import routes from '#app/routes.ts'
import { openTestAccounts } from './support/accounts.ts'
import { ROUTE_INPUTS } from './support/fuzz-routes.ts'
import {
  callAs,
  expectRefused,
  type Handler,
  openStaff,
  openStrangers,
  STRANGERS,
  type Stranger,
} from './support/strangers.ts'

// Calls every loader and action of the back office as users without permission, and as each scope of the staff. It tests the
// guards of the routes; row-level security is tested by `app/features/identity/staff/scopes-access.test.ts`.

type Entry = { path?: string | undefined; file: string; children?: Entry[] | undefined }

const filesUnder = (entries: readonly Entry[], under = ''): { path: string; file: string }[] =>
  entries.flatMap(({ path, file, children }) => {
    const own = path === undefined ? under : `${under}/${path}`
    return [{ path: own, file }, ...filesUnder(children ?? [], own)]
  })
const SCREENS = filesUnder(routes).filter(
  ({ path, file }) => path.startsWith('/admin') || file.startsWith('layouts/admin/'),
)

const { database, accounts } = await openTestAccounts()
let cookies: Record<Stranger, string>
let staff: Record<StaffScope, string>
const handlers: { file: string; path: string; kind: 'loader' | 'action'; handler: Handler }[] = []

beforeAll(async () => {
  cookies = await openStrangers(accounts, database)
  staff = await openStaff(accounts, database)
  const modules = import.meta.glob<Record<string, Handler | undefined>>([
    '/app/features/*/admin/*.{ts,tsx}',
    '/app/layouts/admin/**/*.{ts,tsx}',
  ])
  for (const { file, path } of SCREENS) {
    const module = await modules[`/app/${file}`]?.()
    for (const kind of ['loader', 'action'] as const) {
      const handler = module?.[kind]
      if (handler) handlers.push({ file, path: path || '/admin', kind, handler })
    }
  }
}, 60_000)

describe.each(STRANGERS)('as a %s', who => {
  // shows: B2.1
  it('every loader and action of the back office is refused', async () => {
    for (const { path, kind, handler } of handlers) {
      const { params, form } = inputOf(path)
      const target = { accounts, database, cookies, who, handler, path, params }
      await expectRefused(kind === 'action' ? { ...target, form } : target)
    }
  })
})

function inputOf(path: string) {
  const input = ROUTE_INPUTS[path] ?? {}
  const params = Object.fromEntries(Object.entries(input.params ?? {}).map(([name, [value = 'x']]) => [name, value]))
  const [{ fixed = {}, typed = [] } = {}] = input.forms ?? []
  return { params, form: { ...Object.fromEntries(typed.map(name => [name, 'x'])), ...fixed } }
}

it('declares the area of every address of the back office', () => {
  expect(SCREENS.map(({ path }) => path || '/admin').filter(path => findArea(path) === undefined)).toEqual([])
})

describe.each(STAFF_SCOPES)('as staff with the scope %s', scope => {
  it('every loader and action is open or shut as the permissions say', async () => {
    const wrong: string[] = []
    for (const { path, kind, handler } of handlers) {
      const { params, form } = inputOf(path)
      const method = kind === 'action' ? 'POST' : 'GET'
      const refused = await callAs({ accounts, database, cookie: staff[scope], handler, path, params, method, form })
      if (refused === allows(permissionAt(scope, path), method)) wrong.push(`${method} ${path}`)
    }
    expect(wrong).toEqual([])
  })
})

// shows: B6.11
it('records refused requests in the audit log', async () => {
  const { rows } = await database.ownerPool.query(
    // One of the first: the log takes sixty of a person in an hour.
    `select after ->> 'role' as role, bool_or(entity_id = '/admin') as here, count(distinct actor_user_id)::integer as people
     from audit_log where action = 'access_refused' and after ->> 'role' = any ($1) group by 1 order by 1`,
    [STRANGERS],
  )
  expect(rows).toEqual(['assessment_manager', 'client', 'respondent'].map(role => ({ role, here: true, people: 1 })))
})

// shows: B2.1
it('finds the loaders and actions', () => {
  expect(handlers.filter(({ kind }) => kind === 'loader').length).toBeGreaterThanOrEqual(6)
  expect(handlers.filter(({ kind }) => kind === 'action').length).toBeGreaterThanOrEqual(2)
  // A back-office route without a handler would have nothing to guard; there is none.
  expect(new Set(handlers.map(({ file, path }) => `${file} ${path}`)).size).toBe(SCREENS.length)
})
