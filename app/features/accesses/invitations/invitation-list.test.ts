import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPerson } from '#app/features/accesses/accesses-schema.server.ts'
import { ok } from '#app/kernel/result.ts'
import { parseNumbered } from '#app/platform/sheets/delimited.ts'
import { decodeText } from '#app/platform/sheets/encoding.ts'
import { countOutcomes, MAX_PEOPLE, planInvitations, readRole, TEMPLATE } from './invitation-list.ts'
import { readSource } from './list-source.ts'

const read = (text: string) => {
  const source = readSource([{ name: '', rows: parseNumbered(text, MAX_PEOPLE + 2), notes: [] }])
  return source.ok ? ok(source.value.people.map(({ row: _, ...person }) => person)) : source
}
const ANA = { firstName: 'Ana', lastName: 'Díaz', email: 'ana@x.cl', role: 'Gerente', area: 'Ventas' }

describe('the people of a list', () => {
  it.each([
    ['Nombre;Apellido;Email;Rol;Área\nAna;Díaz;ana@x.cl;Gerente;Ventas'],
    ['CORREO ELECTRÓNICO\tNombre y apellido\tCargo *\tDepartamento\nana@x.cl\tAna Díaz\tGerente\tVentas'],
    ['Nombre,Mail,Puesto,Unidad\nAna Díaz,ana@x.cl,Gerente,Ventas'],
    ['Ana;Díaz;ana@x.cl;Gerente;Ventas'],
  ])('are found by their titles, or in the order of the template: %j', text => {
    expect(read(text)).toEqual({ ok: true, value: [ANA] })
  })

  it('may be e-mails alone', () => {
    expect(read('ana@x.cl\nluis@x.cl')).toMatchObject({
      ok: true,
      value: [{ email: 'ana@x.cl' }, { email: 'luis@x.cl' }],
    })
  })

  it("exclude the template's examples", () => {
    expect(read(TEMPLATE.map(row => row.join(';')).join('\n'))).toEqual({ ok: false, error: { code: 'empty' } })
  })

  it.each([
    ['', 'empty'],
    ['Nombre;Email', 'empty'],
    ['Nombre;Apellido\nAna;Díaz', 'no_email_column'],
    [Array.from({ length: MAX_PEOPLE + 1 }, (_, at) => `p${at}@x.cl`).join('\n'), 'too_many'],
  ])('are refused when there are none, or too many', (text, code) => {
    expect(read(text)).toEqual({ ok: false, error: { code } })
  })

  it('are read from any bytes without throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
        const people = read(decodeText(bytes).text)
        for (const person of people.ok ? people.value : []) expect(checkPerson(person)).toBeDefined()
      }),
    )
  })
})

it("have a role of the form by its label, or the company's own", () => {
  expect(['GERENTE', ' analista ', 'Jefa de datos'].map(readRole)).toEqual(['gerente', 'analista', 'Jefa de datos'])
})

describe("a person's data", () => {
  it.each([
    [{ email: 'ana@' }, 'invalid_email'],
    [{ email: '' }, 'invalid_email'],
    [{ area: '' }, 'missing_data'],
    [{ role: ' ' }, 'missing_data'],
    [{ firstName: 'Gana en premio.com' }, 'refused_text'],
    [{ lastName: '<b>Díaz</b>' }, 'refused_text'],
  ])('give %j', (changed, outcome) => {
    expect(checkPerson({ ...ANA, ...changed })).toMatchObject({ ok: false, outcome })
  })
})

it('a text that is refused says where, and that it is too long or what it may not have', () => {
  const problemOf = (changed: Partial<typeof ANA>) => {
    const checked = checkPerson({ ...ANA, ...changed })
    return checked.ok ? checked.person : [checked.outcome, checked.problem]
  }
  expect(problemOf({ firstName: 'A'.repeat(130) })).toEqual([
    'refused_text',
    'Nombre: Puede tener hasta 120 caracteres',
  ])
  expect(problemOf({ area: 'TI +56 9 1234 5678' })).toEqual([
    'refused_text',
    'Área: Escribe texto simple, sin enlaces, correos, teléfonos ni símbolos como < >',
  ])
  expect(problemOf({ area: 'Operaciones (CeCo 11002034)' })).toMatchObject({ area: 'Operaciones (CeCo 11002034)' })
})

describe('the plan', () => {
  const people = (emails: readonly string[]) => emails.map(email => ({ ...ANA, email }))
  const plan = (emails: readonly string[], input: { taken?: string[]; seatsLeft?: number; flooded?: string[] } = {}) =>
    planInvitations(people(emails), checkPerson, {
      taken: new Set(input.taken),
      seatsLeft: input.seatsLeft ?? 10,
      flooded: new Set(input.flooded),
    })

  it('assigns seats in the order of the list, one per e-mail', () => {
    const { rows, invited } = plan(['a@x.cl', 'x', 'b@x.cl', 'A@X.cl', 'c@x.cl', 'd@x.cl', 'e@x.cl'], {
      taken: ['b@x.cl'],
      flooded: ['e@x.cl'],
      seatsLeft: 2,
    })
    expect(rows.map(row => row.outcome)).toEqual([
      'new',
      'invalid_email',
      'already_invited',
      'duplicate',
      'new',
      'over_seats',
      'too_many_mails',
    ])
    expect(invited.map(person => person.email)).toEqual(['a@x.cl', 'c@x.cl'])
  })

  it('invites nobody twice, nobody who has a seat, and never more than there are seats', () => {
    const email = fc.constantFrom<string[]>('a@x.cl', 'b@x.cl', 'c@x.cl', 'd@x.cl', 'mal', '')
    fc.assert(
      fc.property(fc.array(email), fc.nat(4), fc.array(email), (emails, seatsLeft, taken) => {
        const { rows, invited } = plan(emails, { seatsLeft, taken })
        const sent = invited.map(person => person.email)
        expect(new Set(sent).size).toBe(sent.length)
        expect(sent.length).toBeLessThanOrEqual(seatsLeft)
        expect(sent.some(one => taken.includes(one))).toBe(false)
        expect(countOutcomes(rows).new).toBe(sent.length)
      }),
    )
  })
})
