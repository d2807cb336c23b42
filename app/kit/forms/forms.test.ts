import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { choiceField, controlProps, dayField, integer, line, lines, password, pesosField } from './fields.ts'
import { firstMessagePerField, typedValues } from './form-answer.ts'
import { schemaOf, shapeOf } from './schema.ts'
import { readWhole } from './whole-number.ts'

const fields = {
  name: line({ label: 'Nombre', required: 'Escribe el nombre', max: 5 }),
  notes: lines({ label: 'Notas', optional: true, max: 1000, rows: 3 }),
  people: integer({ label: 'Personas', required: 'Escribe cuántas', min: 1, max: 1000 }),
  price: pesosField({ label: 'Precio', min: 0, max: 100_000_000, step: 1000 }),
  from: dayField({ label: 'Desde', required: 'Elige un día' }),
  mode: choiceField({ label: 'Modo', options: [{ value: 'self', label: 'Para mí' }], wrong: 'Elige el modo' }),
} as const
const schema = z.object(shapeOf(fields))
const FORM = {
  name: ' Ana ',
  notes: 'una\r\ndos',
  people: '1.000',
  price: '$ 249.990',
  from: '2028-02-29',
  mode: 'self',
}
const errorsOf = (input: Record<string, string>) => {
  const parsed = schema.safeParse({ ...FORM, ...input })
  return parsed.success ? {} : firstMessagePerField(parsed.error)
}

describe('the schema of declared fields', () => {
  it('reads texts without what pasting brings along, and numbers as people type them', () => {
    const texts = { name: 'Ana', notes: 'una\ndos', from: '2028-02-29', mode: 'self' }
    expect(schema.parse(FORM)).toEqual({ ...texts, people: 1000, price: 249_990 })
  })

  it('leaves empty what may stay empty', () => {
    expect(schema.parse({ ...FORM, notes: undefined, price: '' })).toMatchObject({ notes: '', price: null })
  })

  it.each([
    [{ name: ' \n ' }, { name: 'Escribe el nombre' }],
    [{ name: 'Anaïs Ñ' }, { name: 'Puede tener hasta 5 caracteres' }],
    [{ notes: 'x'.repeat(1001) }, { notes: 'Puede tener hasta 1.000 caracteres' }],
    [{ people: '' }, { people: 'Escribe cuántas' }],
    [{ people: '0' }, { people: 'El mínimo es 1' }],
    [{ people: '1001' }, { people: 'El máximo es 1.000' }],
    [{ people: '1.5' }, { people: 'Ingresa un número entero, sin decimales' }],
    [{ price: '249,990' }, { price: 'Ingresa un monto en pesos, como 100.000' }],
    [{ from: '2027-02-29' }, { from: 'Elige un día' }],
    [{ from: '' }, { from: 'Elige un día' }],
    [{ mode: 'all' }, { mode: 'Elige el modo' }],
  ])('refuses %j: %j', (input, errors) => {
    expect(errorsOf(input)).toEqual(errors)
  })

  it('says one thing of whatever is no such number where the declaration has a message for it', () => {
    const days = schemaOf(integer({ label: 'Días', min: 1, max: 90, wrong: 'De 1 a 90 días' }))
    expect(['0', '91', 'x', '1,5'].map(typed => days.safeParse(typed).error?.issues[0]?.message)).toEqual(
      Array(4).fill('De 1 a 90 días'),
    )
  })
})

describe('the attributes of a control', () => {
  it('follow from the declaration that the schema is made of', () => {
    expect(controlProps('name', fields.name)).toEqual({ name: 'name', label: 'Nombre', required: true, most: 5 })
    expect(controlProps('notes', fields.notes)).toMatchObject({
      required: false,
      optional: true,
      most: 1000,
      rows: 3,
    })
    expect(controlProps('people', fields.people)).toMatchObject({
      required: true,
      min: 1,
      max: 1000,
      inputMode: 'numeric',
    })
    expect(controlProps('from', fields.from)).toEqual({ name: 'from', label: 'Desde', type: 'date', required: true })
    expect(controlProps('price', fields.price)).toMatchObject({ required: false, min: 0, step: 1000 })
  })
})

it('reads a password as it was typed', () => {
  const schema = schemaOf(password({ label: 'Clave', required: 'Escríbela', autoComplete: 'current-password' }))
  expect(schema.parse('  con espacios ')).toBe('  con espacios ')
  expect(['', undefined].map(typed => schema.safeParse(typed).error?.issues[0]?.message)).toEqual(
    Array(2).fill('Escríbela'),
  )
})

it('reads whole numbers in the ways that people write them, and nothing else', () => {
  expect(['249990', '249.990', '$ 249.990', '$1.249.990', '0'].map(readWhole)).toEqual([
    249_990, 249_990, 249_990, 1_249_990, 0,
  ])
  expect(['', '249,990', '24.99', '1.5', '-3', '1e3', '2.49990', '9'.repeat(16)].map(readWhole)).toEqual(
    Array(8).fill(undefined),
  )
})

it('shows typed texts again, of the named fields only, from a posted form or a browser’s', () => {
  const form = new FormData()
  form.set('email', 'ana@ejemplo.cl')
  form.set('password', 'secreto')
  expect(typedValues(form, ['email', 'name'])).toEqual({ email: 'ana@ejemplo.cl', name: '' })
  expect(typedValues({ email: 'x'.repeat(9000) }, ['email']).email).toHaveLength(9000)
})
