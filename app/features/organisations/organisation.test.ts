import { describe, expect, it } from 'vitest'
import { organisationCommand, readAddresses } from './manage-organisation.server.ts'
import { OWN, selectOwner } from './organisations.ts'

const id = '00000000-0000-4000-8000-000000000001'

describe('pasted addresses', () => {
  it.each([
    ['Ana Pérez <Ana@x.cl>, "Soto, Luis" <luis@x.cl>; eva@x.cl', ['ana@x.cl', 'luis@x.cl', 'eva@x.cl']],
    ['ana@x.cl\nANA@x.cl\n', ['ana@x.cl']],
    ['ana@x.cl luis@x.cl', ['ana@x.cl', 'luis@x.cl']],
  ])('%j are read as mail programs write them', (text, emails) => {
    expect(readAddresses(text)).toEqual({ emails, unread: undefined })
  })

  it('name the first part that is no address', () => {
    expect(readAddresses('ana@x.cl, luis.x.cl, eva').unread).toBe('luis.x.cl')
    const posted = { intent: 'invite', organisation: id, role: 'results', emails: 'ana@x.cl, luis.x.cl' }
    expect(organisationCommand.safeParse(posted).error?.issues[0]?.message).toBe('Revisa este correo: luis.x.cl')
    const many = Array.from({ length: 21 }, (_, index) => `p${index}@x.cl`).join()
    expect(organisationCommand.safeParse({ ...posted, emails: many }).error?.issues[0]?.message).toBe(
      'Invita a 20 personas como máximo de una vez',
    )
  })
})

describe('the owner of a list', () => {
  const memberships = [
    { id, name: 'A', rut: null, role: 'results' as const, is_consultant: false, is_client: false },
    { id: 'b', name: 'B', rut: null, role: 'buyer' as const, is_consultant: false, is_client: false },
  ]

  it('is what the address names, or else the first organisation, or else the user', () => {
    expect(selectOwner([], 'me', null).holderId).toBe('me')
    expect(selectOwner(memberships, 'me', null).holderId).toBe(id)
    expect(selectOwner(memberships, 'me', 'b').holderId).toBe('b')
    expect(selectOwner(memberships, 'me', 'of-others').holderId).toBe(id)
    expect(selectOwner(memberships, 'me', OWN)).toEqual({ holderId: 'me', membership: undefined })
  })
})

it('accepts an organisation with a valid RUT or none', () => {
  const parse = (rut: string) => organisationCommand.safeParse({ intent: 'create', name: 'Los Aromos', rut })
  expect(parse('').data).toMatchObject({ rut: null })
  expect(parse('76.192.083-9').data).toMatchObject({ rut: '76192083-9' })
  expect(parse('76.192.083-1').success).toBe(false)
})
