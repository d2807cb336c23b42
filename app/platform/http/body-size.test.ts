import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  costOf,
  countFields,
  countValues,
  hasTooManyParameters,
  hasTooMuch,
  SHORT,
  SIGNED_IN,
  TEXTS,
} from './body-size.server.ts'

const FORM = 'application/x-www-form-urlencoded'
const bytes = (text: string) => new TextEncoder().encode(text)
const parse = async (body: Uint8Array<ArrayBuffer>, type: string) =>
  [...(await new Response(body, { headers: { 'content-type': type } }).formData())].length

describe('fields are counted before a form is parsed', () => {
  it('never fewer than the parser then finds in a form without files', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom('a', '&', '=', '%26', ';', '+', 'é'), maxLength: 60 }),
        async text => {
          expect(countFields(bytes(text), FORM)).toBeGreaterThanOrEqual(await parse(bytes(text), FORM))
        },
      ),
    )
  })

  it('nor in one with parts, whatever its boundary', async () => {
    const part = fc.record({ name: fc.stringMatching(/^[a-z]{1,8}$/), value: fc.stringMatching(/^[a-z -]{0,20}$/) })
    const boundaries = fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/)
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 20 }), boundaries, async (parts, boundary) => {
        const text = parts.map(
          ({ name, value }) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        )
        const body = bytes(`${text.join('')}--${boundary}--\r\n`)
        const type = `multipart/form-data; boundary=${boundary}`
        const found = await parse(body, type).catch(() => 0)
        expect(countFields(body, type)).toBeGreaterThanOrEqual(found)
      }),
    )
  })

  it('and the values of a JSON text, but not the commas of its texts', () => {
    expect(countValues(bytes('{"a":"1,2,3\\",","b":[1,2]}'))).toBe(3)
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), list => {
        expect(countValues(bytes(JSON.stringify(list)))).toBeGreaterThanOrEqual(list.length)
      }),
    )
  })
})

it.each([
  ['100 fields of a visitor', 'a&'.repeat(99), FORM, SHORT, false],
  ['101 fields of a visitor', 'a&'.repeat(100), FORM, SHORT, true],
  ['a text of 20 KB where none is expected', 'x'.repeat(20_000), FORM, SHORT, true],
  ['the same where one is', 'x'.repeat(20_000), FORM, TEXTS, false],
  ['a long list of somebody signed in', 'a&'.repeat(1_999), FORM, SIGNED_IN, false],
  ['one that is too long', 'a&'.repeat(2_000), FORM, SIGNED_IN, true],
  ['a JSON text of two thousand numbers', `[${'1,'.repeat(2_000)}1]`, 'application/json', SHORT, true],
  ['the same under another name', `[${'1,'.repeat(2_000)}1]`, 'text/plain', SHORT, true],
])('%s', (_, body, type, limits, isTooMuch) => {
  expect(hasTooMuch(bytes(body), type, limits)).toBe(isTooMuch)
})

it('a request costs its address points by its size, and no file all of them', () => {
  expect([0, 100, 16_000, 20_000, 256 * 1024, 8 * 2 ** 20, Number.NaN].map(costOf)).toEqual([1, 1, 1, 2, 17, 100, 1])
})

it('an address has at most two hundred parameters', () => {
  expect(hasTooManyParameters(`/?${'a&'.repeat(199)}`)).toBe(false)
  expect(hasTooManyParameters(`/?${'a&'.repeat(200)}`)).toBe(true)
})
