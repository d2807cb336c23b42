import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { legalDocument } from '#app/platform/legal/legal.ts'

// What a browser is asked to keep, by name, against the page that says what each is for and how long it stays.

const FILES = globSync('{app,server}/**/*.{ts,tsx}').filter(path => !/\.(test|test-support)\.tsx?$/.test(path))
const SOURCES = FILES.map(path => ({ path, text: readFileSync(path, 'utf8') }))
/** Of the auth library, which the shop names in patterns at most. */
const OF_THE_LIBRARY = ['alhena.session_token', 'alhena.two_factor', 'alhena.better-auth-passkey']

const LINES = legalDocument('cookies_analytics').sections.flatMap(({ body }) => body)
const nameless = (names: readonly string[]) =>
  names.filter(name => !LINES.some(line => (line.split(':')[0] ?? '').split(/ y |, /).includes(name)))
const found = (pattern: RegExp) =>
  SOURCES.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, ...names]) => ({ path, name: names.find(Boolean) ?? '' })),
  )

/** The names that are declared for cookies: of a token, as a constant, or in the text of a header. */
const COOKIES = found(
  /tokenCookie\('([^']+)'|COOKIE = '(alhena[^']+)'|`(alhena[\w.]+)=1; Path|const name = '(alhena_\w+)'/g,
)

it('the page about cookies names each one, with its purpose and how long it stays', () => {
  const names = [...new Set([...OF_THE_LIBRARY, ...COOKIES.map(({ name }) => name)])]
  expect(names.length).toBeGreaterThan(12)
  expect(nameless(names)).toEqual([])
  const described = LINES.filter(line => /^alhena[._]/.test(line))
  expect(described.filter(line => !/ (dura|hasta|al instante)\b/i.test(line))).toEqual([])
})

it('no cookie is written but under such a name', () => {
  const writers = SOURCES.filter(({ text }) => /; (Path|Max-Age|SameSite)=/.test(text)).map(({ path }) => path)
  const known = new Set(COOKIES.map(({ path }) => path))
  expect(writers.filter(path => !known.has(path) && !path.endsWith('token-cookie.server.ts'))).toEqual([])
})

it('names what is stored beside cookies, too', () => {
  const stored = found(/'(alhena\.(?!device|kind|now|role|request_id)\w+)'|`(alhena\.run)\.\$/g)
  expect(nameless(stored.map(({ name }) => name))).toEqual([])
  const users = SOURCES.filter(({ text }) => /\b(local|session)Storage\.setItem\(/.test(text)).map(({ path }) => path)
  expect(users.filter(path => !stored.some(each => each.path === path))).toEqual([])
})
