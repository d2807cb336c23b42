import { describe, expect, it } from 'vitest'
import { firstMessagePerField } from '#app/kit/forms/form-answer.ts'
import { generateCode } from './discount-admin.ts'
import { isCode } from './discounts.ts'
import { discountSchema } from './manage-discounts.server.ts'

const NOW = new Date('2026-11-21T15:00:30Z')
const FORM = { code: ' otoño-10', name: ' Otoño ', type: 'percentage', value: '10', valid_from: '' }
const PRODUCT = '00000000-0000-4000-8000-00000000000a'

function readDiscountForm(
  form: Record<string, string>,
  now: Date,
  before?: { valid_from: Date; valid_until: Date | null },
) {
  const { products, ...typed } = form
  const parsed = discountSchema(form, now, before).safeParse({ ...typed, products: products?.split(' ') ?? [] })
  if (!parsed.success) return { ok: false as const, errors: firstMessagePerField(parsed.error) }
  const { products: productIds, ...fields } = parsed.data
  return { ok: true as const, productIds, fields }
}

const read = (input: Record<string, string> = {}) => readDiscountForm({ ...FORM, code: 'otono-10', ...input }, NOW)
const errorsOf = (input: Record<string, string>) => {
  const answer = read(input)
  return answer.ok ? {} : answer.errors
}

describe("'Generar'", () => {
  // shows: B5.8, B9.3
  it('has 8 characters of A-Z and 0-9 with equal probability', () => {
    const codes = Array.from({ length: 4000 }, () =>
      generateCode(bytes => crypto.getRandomValues(new Uint8Array(bytes))),
    )
    expect(codes.every(code => /^[A-Z0-9]{8}$/.test(code) && isCode(code))).toBe(true)
    expect(new Set(codes).size).toBe(4000)
    expect(new Set(codes.join('')).size).toBe(36)
  })

  // shows: B5.8
  it('skips bytes that would favour the first letters', () => {
    let count = 0
    const code = generateCode(bytes => {
      count += 1
      return new Uint8Array(bytes).fill(count === 1 ? 252 : 35)
    })
    expect(code).toBe('99999999')
    expect(count).toBe(2)
  })
})

describe('the form of a code', () => {
  // shows: B5.7, B5.10, B5.11, B9.3
  it('reads code, name and value, upper-cased and without limits that are off', () => {
    expect(read({ max_uses: '5', duration_days: '9', max_discount_amount: '1000', valid_until: '2027-01-01' })).toEqual(
      {
        ok: true,
        productIds: [],
        fields: {
          code: 'OTONO-10',
          name: 'Otoño',
          description: '',
          type: 'percentage',
          value: 10,
          max_uses: null,
          valid_from: NOW,
          valid_until: null,
          duration_days: null,
          min_order_amount: 0,
          max_discount_amount: null,
          once_per_customer: false,
        },
      },
    )
  })

  // shows: B3.5, B5.10, B5.11
  it('reads limits, products and days whose toggles are on', () => {
    const answer = read({
      has_max_uses: 'on',
      max_uses: '5',
      has_duration_days: 'on',
      duration_days: '30',
      has_max_discount_amount: 'on',
      max_discount_amount: '50000',
      min_order_amount: '100000',
      has_valid_until: 'on',
      valid_until: '2026-12-24',
      once_per_customer: 'on',
      has_products: 'on',
      products: PRODUCT,
    })
    expect(answer).toMatchObject({
      ok: true,
      productIds: [PRODUCT],
      fields: {
        max_uses: 5,
        duration_days: 30,
        max_discount_amount: 50_000,
        min_order_amount: 100_000,
        // The end of the day in Santiago.
        valid_until: new Date('2026-12-25T02:59:59.999Z'),
        once_per_customer: true,
      },
    })
  })

  // shows: B5.7
  it.each([
    [{ code: '' }, { code: 'Ingresa el código' }],
    [{ code: 'ab' }, { code: 'Usa de 3 a 40 caracteres: letras sin tilde, números, guion y guion bajo' }],
    [{ code: 'x'.repeat(41) }, { code: 'Usa de 3 a 40 caracteres: letras sin tilde, números, guion y guion bajo' }],
    [{ name: ' ' }, { name: 'Ingresa el nombre' }],
    [{ value: '' }, { value: 'Ingresa el valor' }],
    [{ value: '0' }, { value: 'El mínimo es 1' }],
    [{ value: '101' }, { value: 'El máximo es 100' }],
    [{ value: '1.5' }, { value: 'Ingresa un número entero, sin decimales' }],
    [{ value: '1e2' }, { value: 'Ingresa un número entero, sin decimales' }],
    [{ type: 'otro' }, { type: 'Elige el tipo' }],
    [{ has_max_uses: 'on', max_uses: '0' }, { max_uses: 'El mínimo es 1' }],
    [{ has_duration_days: 'on', duration_days: '' }, { duration_days: 'Ingresa los días' }],
    [{ has_valid_until: 'on', valid_until: '2026-02-31' }, { valid_until: 'Ingresa una fecha válida' }],
    [{ has_valid_until: 'on', valid_until: '2026-11-20' }, { valid_until: 'Termina antes de empezar' }],
    [{ valid_from: 'ayer' }, { valid_from: 'Ingresa una fecha y hora válidas' }],
    [{ has_products: 'on' }, { products: 'Elige al menos un producto' }],
    [
      { has_products: 'on', products: 'no-es-un-id-no-es-un-id-no-es-un-id-n' },
      { products: 'Elige al menos un producto' },
    ],
  ])('refuses %j: %j', (input, errors) => {
    expect(errorsOf(input)).toMatchObject(errors)
  })

  // shows: B5.9
  it('accepts a fixed amount of any whole pesos from 0 on', () => {
    expect(read({ type: 'fixed_amount', value: '0' })).toMatchObject({ ok: true, fields: { value: 0 } })
    expect(read({ type: 'fixed_amount', value: '4990' })).toMatchObject({ ok: true, fields: { value: 4990 } })
    expect(errorsOf({ type: 'fixed_amount', value: '100000001' })).toHaveProperty('value')
  })

  it('keeps the seconds of an unchanged begin and end', () => {
    const before = { valid_from: new Date('2026-11-20T15:04:05Z'), valid_until: new Date('2026-12-24T12:00:01Z') }
    const input = {
      ...FORM,
      code: 'abc',
      valid_from: '2026-11-20T12:04',
      has_valid_until: 'on',
      valid_until: '2026-12-24',
    }
    expect(readDiscountForm(input, NOW, before)).toMatchObject({ ok: true, fields: before })
  })
})
