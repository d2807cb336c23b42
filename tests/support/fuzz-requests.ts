import fc from 'fast-check'
import type { RouteInput } from './fuzz-input.ts'

/** Marks a test's input, so that it can be found in a response. */
export const MARK = 'fz9q'

const ATTACKS = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  '..',
  '../../etc/passwd',
  '..%2f..%2fpackage.json',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\ufeff',
  '%',
  '%00',
  '%ff',
  '%E0%A4%A',
  `<script>${MARK}</script>`,
  `</script><script>${MARK}</script>`,
  `"><img src=x onerror=${MARK}>`,
  `'><svg onload=${MARK}>`,
  `javascript:${MARK}`,
  `data:text/html,<script>${MARK}</script>`,
  '//evil.example',
  '/\\evil.example',
  'https:evil.example',
  '/%2f/evil.example',
  '\t//evil.example',
  '/.//evil.example',
  "' or 1=1 --",
  "'; drop table orders; --",
  '{{7*7}}',
  '=1+1',
  `${MARK}\r\nSet-Cookie: forged=1`,
  '😀'.repeat(50),
  'x'.repeat(5_000),
  'a@b.cl',
  '00000000-0000-4000-8000-00000000000a',
  '99999999999999999999999999',
  '2026-13-45',
]

/** What a person, a program or an attacker may enter in free text. */
const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ATTACKS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

export type Sent = {
  /** GET, HEAD, POST… */
  method: string
  path: string
  body: { type: string | undefined; text: string } | undefined
}

/** A segment of an address can't be '.' or '..': the client would resolve it before sending. */
const segment = (text: string): string => encodeURIComponent(text.toWellFormed().replace(/^\.{1,2}$/, '_')) || '_'

const fields = (names: readonly string[]) =>
  fc.array(fc.tuple(fc.constantFrom(...names), anyText), { minLength: 0, maxLength: 4 })

function address(pattern: string, input: RouteInput) {
  const query = input.query ?? ['x']
  const names = [...pattern.matchAll(/:(\w+)|\*/g)].map(([, name]) => name ?? '*')
  const params = fc.tuple(
    ...names.map(name =>
      fc.oneof(
        fc.constantFrom(...(input.params?.[name] ?? ['nada'])),
        fc.constantFrom('%ff', '%E0%A4%A'),
        anyText.map(segment),
      ),
    ),
  )
  const suffix = fc.constantFrom('', '', '', '.data', '.data', '/')
  const routing = fc.constantFrom(
    undefined,
    '_routes=root',
    `_routes=${MARK}`,
    '_routes=',
    'index',
    '_routes=layouts%2Fshop%2Flayout',
  )
  return fc.tuple(params, fields(query), suffix, routing).map(([values, pairs, end, extra]) => {
    let at = 0
    const filled = pattern.replaceAll(/:\w+|\*/g, () => values[at++] ?? '_')
    const base = end === '.data' && filled === '/' ? '/_root.data' : filled === '/' ? '/' : filled + end
    const search = new URLSearchParams(pairs).toString()
    const parts = [search, extra].filter(Boolean).join('&')
    return parts === '' ? base : `${base}?${parts}`
  })
}

const junk = fc.oneof(anyText, fc.jsonValue(), fc.constantFrom(-1, 0, 1.5, 1e308, 2 ** 53, null, [], {}))

/** Any change to a JSON value, at any depth. */
function spoiled(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value)) {
    return fc.oneof(junk, fc.array(fc.oneof(fc.constant(value[0]), spoiled(value[0])), { maxLength: 60 }))
  }
  if (typeof value !== 'object' || value === null) return fc.oneof(fc.constant(value), fc.constant(value), junk)
  const parts = Object.entries(value).map(([name, part]) => fc.tuple(fc.constant(name), spoiled(part)))
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(...parts).map(pairs => Object.fromEntries(pairs)) },
    { weight: 1, arbitrary: junk },
  )
}

const partsOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(partsOf)] : [value]

/** A JSON value with its nth part replaced: the rest stays valid, however large it is. */
function withPart(value: unknown, nth: number, other: unknown): unknown {
  let at = 0
  const copy = (part: unknown): unknown => {
    if (at++ === nth) return other
    if (Array.isArray(part)) return part.map(copy)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, copy(inner)]))
  }
  return copy(value)
}

const spoiledOnce = (value: unknown): fc.Arbitrary<unknown> =>
  fc.tuple(fc.nat({ max: partsOf(value).length }), junk).map(([nth, other]) => withPart(value, nth, other))

/** JSON nested deeper than any call stack. */
const DEEP = ['['.repeat(20_000) + ']'.repeat(20_000), '{"a":'.repeat(9_000) + 1 + '}'.repeat(9_000)]

/** The text of a value, changed or not; or of an invalid one. */
const jsonText = (value: unknown): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: spoiled(value).map(changed => JSON.stringify(changed) ?? '') },
    { weight: 4, arbitrary: spoiledOnce(value).map(changed => JSON.stringify(changed) ?? '') },
    { weight: 1, arbitrary: fc.jsonValue().map(other => JSON.stringify(other)) },
    { weight: 1, arbitrary: fc.constantFrom(...DEEP) },
  )

const FORM = 'application/x-www-form-urlencoded'
const boundary = 'alhena'
const asMultipart = (pairs: readonly (readonly [string, string])[]): string =>
  `${pairs
    .map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${encodeURIComponent(name)}"\r\n\r\n${value}\r\n`,
    )
    .join('')}--${boundary}--\r\n`

function body(input: RouteInput): fc.Arbitrary<{ type: string | undefined; text: string }> {
  const forms = input.forms ?? [{ typed: ['x'] }]
  const pairs = fc.oneof(
    ...forms.map(({ fixed = {}, typed = ['x'], json = {} }) =>
      fc
        .tuple(
          fc.tuple(
            ...Object.entries(json).map(([name, value]) =>
              jsonText(value).map((text): [string, string] => [name, text]),
            ),
          ),
          fields([...typed, ...Object.keys(fixed), '__proto__']),
        )
        .map(([texts, input]): [string, string][] => [...Object.entries(fixed), ...texts, ...input]),
    ),
  )
  const json = jsonText(input.json ?? { x: 1 })
  return fc.oneof(
    { weight: 6, arbitrary: pairs.map(input => ({ type: FORM, text: new URLSearchParams(input).toString() })) },
    {
      weight: 2,
      arbitrary: pairs.map(input => ({ type: `multipart/form-data; boundary=${boundary}`, text: asMultipart(input) })),
    },
    { weight: input.json ? 8 : 1, arbitrary: json.map(text => ({ type: 'application/json', text })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            undefined,
            FORM,
            'multipart/form-data',
            'text/plain',
            'application/json',
            'image/png',
            '💥',
            'a;b;c',
          ),
          anyText,
        )
        .map(([type, text]) => ({ type: type === '💥' ? 'x/y' : type, text })),
    },
  )
}

/** Any request to a route: valid, invalid or hostile. */
export function requestsTo(pattern: string, input: RouteInput): fc.Arbitrary<Sent> {
  const method = fc.oneof(
    { weight: 5, arbitrary: fc.constant('GET') },
    { weight: input.forms || input.json ? 8 : 2, arbitrary: fc.constant('POST') },
    { weight: 2, arbitrary: fc.constantFrom('HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS') },
  )
  return fc.tuple(method, address(pattern, input), body(input)).map(([verb, path, sent]) => ({
    method: verb,
    path,
    body: verb === 'GET' || verb === 'HEAD' ? undefined : sent,
  }))
}
