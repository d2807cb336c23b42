import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

// `npm run boundaries`: which folder may import which. The rules are defined here alone; docs/house-rules.md explains
// them.

/** Whoever a screen is for: its folder in the noun's room. */
const AUDIENCES = 'admin|account|shop|respond|api'
const SCREEN = new RegExp(`^app/features/[^/]+/(${AUDIENCES})/`)

/** Each layer with those that it may import besides itself. A file belongs to the first layer whose pattern it matches. */
const LAYERS: readonly (readonly [layer: string, files: RegExp, allowed: readonly string[]])[] = [
  ['kernel', /^app\/kernel\//, []],
  ['ui', /^app\/kit\/ui\//, ['kernel']],
  ['platform', /^app\/platform\//, ['kernel', 'content']],
  ['mails', /^app\/mails\//, ['kernel', 'platform', 'content']],
  ['forms', /^app\/kit\/forms\//, ['kernel', 'ui', 'platform']],
  ['lists', /^app\/kit\/lists\//, ['kernel', 'ui', 'platform', 'forms']],
  ['screens', SCREEN, ['kernel', 'ui', 'platform', 'mails', 'forms', 'lists', 'features', 'layouts', 'content']],
  ['features', /^app\/features\//, ['kernel', 'ui', 'platform', 'mails', 'forms', 'content']],
  ['layouts', /^app\/layouts\//, ['kernel', 'ui', 'platform', 'mails', 'forms', 'lists', 'features', 'content']],
  [
    'app',
    /^app\//,
    ['kernel', 'ui', 'platform', 'mails', 'forms', 'lists', 'features', 'layouts', 'screens', 'content'],
  ],
  [
    'server',
    /^server\//,
    ['kernel', 'ui', 'platform', 'mails', 'forms', 'lists', 'features', 'layouts', 'screens', 'app', 'content'],
  ],
  ['content', /^content\//, []],
  ['others', /^(tests|bench|bundling|db)\//, []],
]

/** The tables of all lists, by address: they know every screen, as the table of addresses does. */
const LIST_TABLES = ['app/layouts/admin/lists/export.ts', 'app/layouts/admin/lists/options.ts']

/** Slices in their order: a slice imports itself and those before it. */
const SLICES = [
  'identity',
  'clients',
  'organisations',
  'catalogue',
  'pricing',
  'discounts',
  'cart',
  'quotations',
  'orders',
  'payments',
  'tax-documents',
  'bank-statements',
  'reconciliation',
  'accounting',
  'accesses',
  'questionnaires',
  'results',
  'reviews',
  'workshops',
  'data-requests',
  'analytics',
  'texts',
  'mails',
  'settings',
  'integrations',
  'alerts',
  'backups',
  'jobs',
  'audit',
]

/** What every slice writes beside its own rows: the audit log, the ledger, the outbox of webhooks, requests of tax documents. */
const SHARED_RECORDS = [
  'app/features/audit/audit.server.ts',
  'app/features/accounting/post-entry.server.ts',
  'app/features/integrations/queue-webhooks.server.ts',
  'app/features/tax-documents/request-document.server.ts',
]
/** Only actions check new passwords against the common ones, so the bundler leaves the list out of browser code. */
const PASSWORD_SCHEMA = 'app/features/identity/identity-schema.server.ts'
const SERVER_FILE = /\.server\.tsx?$/
/** Tests and their support files may import anything. */
const TEST_FILE = /\.test(-support|-child)?\.tsx?$/
/** Route modules: the bundler removes their loaders and actions, and what those import, from browser code. */
const ROUTE_FILES = new Set(
  [...readFileSync('app/routes.ts', 'utf8').matchAll(/'((?:features|layouts)\/[^']+\.tsx?)'/g)].map(
    ([, file]) => `app/${file}`,
  ),
)
const ENTRY_FILE = /^app\/(root\.tsx$|entry\.)/

export type Import = {
  from: string
  /** A path from the project's root, or the name of a package. */
  to: string
  /** Whether it contains `../`. */
  climbs: boolean
  /** Whether only types are imported, which the build removes. */
  isType: boolean
}

/** A third party's server as its documentation describes it: it can prove the shop wrong only if it knows nothing of it. */
const FAKE = /^tests\/fake-[^/]+\//

const isIn = (path: string, folder: string): boolean => path.startsWith(`${folder}/`)

const sliceOf = (path: string): string | undefined => /^app\/features\/([^/]+)\//.exec(path)?.[1]

const REASONS: readonly (readonly [reason: string, breaks: (edge: Import) => boolean])[] = [
  ["the fake of a third party's server imports nothing but itself", ({ from, to }) => leavesFake(from, to)],
  ['import another folder by its full address (#app/…)', edge => edge.climbs && isIn(edge.from, 'app')],
  ['this layer may not import that one', edge => !mayImport(edge)],
  [
    "a screen is its noun's alone",
    ({ from, to }) => SCREEN.test(from) && SCREEN.test(to) && sliceOf(from) !== sliceOf(to),
  ],
  [
    'between slices imports go to earlier ones only',
    ({ from, to }) => !SCREEN.test(from) && !isEarlierSlice(sliceOf(from), to),
  ],
  [
    'a file for browsers may not import one of the server',
    ({ from, to, isType }) => !isType && isForBrowsers(from) && SERVER_FILE.test(to),
  ],
]

const isForBrowsers = (path: string): boolean =>
  isIn(path, 'app') &&
  !ROUTE_FILES.has(path) &&
  !ENTRY_FILE.test(path) &&
  !SERVER_FILE.test(path) &&
  path !== PASSWORD_SCHEMA

function leavesFake(from: string, to: string): boolean {
  const fake = FAKE.exec(from)?.[0]
  return fake !== undefined && !to.startsWith(fake) && !to.startsWith('node:')
}

function mayImport({ from, to, isType }: Import): boolean {
  const source = layerOf(from)
  const target = layerOf(to)
  if (source === undefined || source === target) return true
  if (target === undefined) return source !== 'kernel'
  if (source === 'layouts' && target === 'screens' && (isType || LIST_TABLES.includes(from))) return true
  return LAYERS.find(([layer]) => layer === source)?.[2].includes(target) ?? true
}

const layerOf = (path: string): string | undefined => LAYERS.find(([, files]) => files.test(path))?.[0]

function isEarlierSlice(slice: string | undefined, to: string): boolean {
  const target = sliceOf(to)
  if (slice === undefined || target === undefined || slice === target || SHARED_RECORDS.includes(to)) return true
  return SLICES.includes(slice) && SLICES.includes(target) && SLICES.indexOf(target) < SLICES.indexOf(slice)
}

/** The imports of a file in any form: statements, re-exports and `import()` of a literal. */
export function importsOf(from: string, text: string): Import[] {
  const { module } = parseSync(from, text)
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      name: moduleRequest.value,
      isType: entries.length > 0 && entries.every(entry => entry.isType),
    })),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ name: moduleRequest.value, isType }] : [])),
    ...module.dynamicImports.map(({ moduleRequest }) => ({
      name: text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
      isType: false,
    })),
  ]
  return found.map(({ name, isType }) => ({ from, to: pathOf(from, name), climbs: name.startsWith('../'), isType }))
}

const pathOf = (from: string, name: string): string =>
  name.startsWith('#') ? name.slice(1) : name.startsWith('.') ? join(dirname(from), name) : name

/** Every import that violates a rule, and every import cycle, one line each. */
export function violationsOf(imports: readonly Import[]): string[] {
  const broken = imports
    .filter(({ from }) => !TEST_FILE.test(from))
    .flatMap(edge =>
      REASONS.filter(([, breaks]) => breaks(edge)).map(([reason]) => `${edge.from} imports ${edge.to}: ${reason}`),
    )
  return [...broken, ...cyclesOf(imports)]
}

function cyclesOf(imports: readonly Import[]): string[] {
  const targets = new Map<string, string[]>()
  for (const { from, to, isType } of imports) {
    if (!isType) targets.set(from, [...(targets.get(from) ?? []), to])
  }
  const cycles: string[] = []
  const finished = new Set<string>()
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file))
      cycles.push(`a circle of imports: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}`)
    else if (!finished.has(file)) for (const target of targets.get(file) ?? []) visit(target, [...path, file])
    finished.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  return cycles
}

/** The imports of the whole project. */
export function projectImports(): Import[] {
  const files = globSync(['app/**/*.{ts,tsx}', 'server/**/*.{ts,mjs}', 'tests/fake-*/**/*.ts'])
  return files.flatMap(file => importsOf(file, readFileSync(file, 'utf8')))
}

if (import.meta.main) {
  const violations = violationsOf(projectImports())
  for (const violation of violations) console.error(violation)
  if (violations.length > 0) process.exitCode = 1
}
