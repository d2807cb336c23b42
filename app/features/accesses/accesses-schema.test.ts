import { describe, expect, it } from 'vitest'
import { firstMessagePerField } from '#app/kit/forms/form-answer.ts'
import { checkPerson, dashboardIntent, inviteeForm, inviteForm, singleInviteForm } from './accesses-schema.server.ts'

const INVITE = { firstName: 'Pedro', lastName: 'Soto', email: ' PEDRO@Example.cl ', role: 'gerente', area: 'Finanzas' }

describe('the invite form', () => {
  it('accepts the specified fields, with the e-mail normalised', () => {
    expect(inviteForm.parse(INVITE)).toMatchObject({ email: 'pedro@example.cl', role: 'gerente' })
  })

  // shows: A5.7
  it('has the specified messages for each field', () => {
    const parsed = inviteForm.safeParse({ firstName: 'P', lastName: ' S ', email: 'pedro', role: '', area: 'F' })
    expect(parsed.error && firstMessagePerField(parsed.error)).toEqual({
      firstName: 'El nombre debe tener al menos 2 caracteres',
      lastName: 'El apellido debe tener al menos 2 caracteres',
      email: 'Ingresa un email válido',
      role: 'Selecciona un rol',
      area: 'El área debe tener al menos 2 caracteres',
    })
  })

  // shows: A5.7
  it('has the same messages for missing fields', () => {
    const parsed = inviteForm.safeParse({})
    expect(parsed.error && Object.keys(firstMessagePerField(parsed.error))).toEqual([
      'firstName',
      'lastName',
      'email',
      'role',
      'area',
    ])
  })

  it('takes a mode with a single person, or none', () => {
    expect(singleInviteForm.parse({ ...INVITE, mode: 'confidential' }).mode).toBe('confidential')
    expect(singleInviteForm.parse(INVITE).mode).toBeUndefined()
    const parsed = singleInviteForm.safeParse({ ...INVITE, mode: 'secreto' })
    expect(parsed.error && firstMessagePerField(parsed.error)).toEqual({ mode: 'Elige quién puede ver las respuestas' })
  })

  it('replaces control characters, which PostgreSQL refuses, by spaces', () => {
    expect(inviteForm.parse({ ...INVITE, area: 'Fin\0anzas\n' }).area).toBe('Fin anzas')
  })

  it.each([
    ['firstName', 'a'.repeat(121)],
    ['area', 'a'.repeat(201)],
    ['email', `${'a'.repeat(250)}@example.cl`],
    ['role', 'jefe'],
  ])('refuses a %s that the database would refuse', (field, value) => {
    expect(inviteForm.safeParse({ ...INVITE, [field]: value }).success).toBe(false)
  })
})

describe('a person of a list', () => {
  const PERSON = {
    firstName: 'Ana',
    lastName: 'Soto',
    email: 'ana@prueba.example',
    role: 'Gerente',
    area: 'TI',
    row: 2,
  }
  const check = (written: Partial<typeof PERSON>) => {
    const checked = checkPerson({ ...PERSON, ...written })
    return checked.ok ? checked.person : checked.outcome
  }

  it.each([
    [{ firstName: 'Ana\u200b', email: 'ana@prueba.example\u200b' }],
    [{ email: '\u202aana@prueba.example\u202c' }],
    [{ email: 'ana@prueba.example\u00ad', lastName: '\u2060Soto' }],
    [{ firstName: '\u00a0Ana\u3000' }],
  ])('is the same with what nobody sees: %j', written => {
    expect(check(written)).toMatchObject({ firstName: 'Ana', lastName: 'Soto', email: 'ana@prueba.example' })
  })

  it.each([
    ['i&d@prueba.example', 'i&d@prueba.example'],
    ['ventas/norte@prueba.example', 'ventas/norte@prueba.example'],
    ['ana#1@prueba.example', 'ana#1@prueba.example'],
    ['ana!x@prueba.example', 'ana!x@prueba.example'],
    ['ana@ñandú.cl', 'ana@xn--and-6ma2c.cl'],
    ['ana@prueba.xn--p1ai', 'ana@prueba.xn--p1ai'],
  ])('may have the address %s', (email, stored) => {
    expect(check({ email })).toMatchObject({ email: stored })
  })

  it.each([
    ["O'Higgins", "O'Higgins"],
    ['M.Angélica', 'M. Angélica'],
    ['Mª José', 'Mª José'],
    ['محمد', 'محمد'],
    ['María–José', 'María-José'],
  ])('may be called %s', (firstName, stored) => {
    expect(check({ firstName })).toMatchObject({ firstName: stored })
  })

  it.each([
    [{ firstName: '\u200b\u2060' }, 'missing_data'],
    [{ firstName: '\u00a0\u2003' }, 'missing_data'],
    [{ area: '\u200b\u3164' }, 'missing_data'],
    [{ email: '\u200b' }, 'invalid_email'],
    [{ email: 'josé@prueba.example' }, 'invalid_email'],
    [{ firstName: 'premios.cl' }, 'refused_text'],
    [{ firstName: 'Visita Premios.cl' }, 'refused_text'],
  ])('is refused with %j: %s', (written, outcome) => {
    expect(check(written)).toBe(outcome)
  })
})

describe('an access in the configure dialog', () => {
  const FORM = { name: 'Pedro Soto', email: 'pedro@example.cl', jobRole: 'Jefe', department: 'Finanzas' }

  // shows: A5.8
  it.each(['name', 'email', 'jobRole', 'department'])('requires the %s', field => {
    expect(inviteeForm.safeParse({ ...FORM, [field]: '  ' }).success).toBe(false)
  })

  it('requires a valid e-mail', () => {
    const parsed = inviteeForm.safeParse({ ...FORM, email: 'pedro' })
    expect(parsed.error && firstMessagePerField(parsed.error)).toEqual({ email: 'Ingresa un email válido' })
  })
})

it.each([
  {},
  { intent: 'revoke', accessId: '00000000-0000-4000-8000-000000000000' },
  { intent: 'start', accessId: "1' or '1'='1" },
  { intent: 'invite' },
])('refuses %j as an intent', form => {
  expect(dashboardIntent.safeParse(form).success).toBe(false)
})
