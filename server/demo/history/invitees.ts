import type { DemoInvitee } from '#server/demo/company.ts'
import { emailName } from '#server/demo/email-name.ts'
import type { PastBuyer } from './buyers.ts'

const FIRST = [
  'Rosa',
  'Hernán',
  'Paulina',
  'Álvaro',
  'Soledad',
  'Raúl',
  'Ingrid',
  'Claudio',
  'Teresa',
  'Marcelo',
  'Viviana',
]
const LAST = [
  'Núñez',
  'Valdés',
  'Peralta',
  'Orellana',
  'Cornejo',
  'Salinas',
  'Jara',
  'Fuentealba',
  'Toro',
  'Mella',
  'Campos',
]
const AREAS = ['Operaciones', 'Finanzas', 'Personas', 'Comercial'] as const
const ROLES = ['analista', 'coordinador', 'especialista', 'gerente'] as const

/** Colleagues of a buyer, each with an address of the company. */
export function inviteesOf({ email }: PastBuyer, count: number): DemoInvitee[] {
  const domain = email.slice(email.indexOf('@') + 1)
  return Array.from({ length: count }, (_, index) => {
    const firstName = FIRST[index % FIRST.length] ?? ''
    const lastName = LAST[(index * 3 + domain.length) % LAST.length] ?? ''
    const area = AREAS[index % AREAS.length] ?? AREAS[0]
    const role = ROLES[(index + domain.length) % ROLES.length] ?? ROLES[0]
    return { firstName, lastName, email: `${emailName(firstName)}.${emailName(lastName)}@${domain}`, role, area }
  })
}
