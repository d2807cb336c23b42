import { fullName } from '#app/features/identity/identity.ts'
import { GIVEN_ROLE_TITLES, type GivenRole } from '#app/features/identity/staff/given-role.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { choiceField, lines } from '#app/kit/forms/fields.ts'
import type { Role, StaffScope } from '#app/platform/database/values.ts'

/** A person in the back office's list. A deleted account has no personal data. */
export type ListedClient = {
  id: string
  name: string
  email: string | null
  company: { id: string; name: string } | null
  /** Null for a deleted account. */
  role: Role | null
  staff_scope: StaffScope | null
  created_at: Date
  deleted_at: Date | null
  bought: ClientTotals
}

/** A client's purchases and payments; pesos, VAT included. */
export type ClientTotals = {
  orders: number
  seats: number
  /** Pesos paid less those refunded. */
  spent: Pesos
  refunded: Pesos
  last_at: Date | null
  /** Completed accesses of these seats. */
  completed: number
}

export type ListedCompany = {
  id: string
  name: string
  rut: string | null
  people: number
  orders: number
  seats: number
  /** Pesos paid less those refunded. */
  spent: Pesos
  refunded: Pesos
  last_at: Date | null
  created_at: Date
}

/** A note of the staff about a client or an order. */
export type StaffNote = { id: string; body: string; author: string; created_at: Date }

export const noteFields = {
  body: lines({ label: 'Nota nueva', required: 'Escribe la nota', max: 2000, rows: 3 }),
} as const

/** The form that changes a person's role. */
export const roleFields = {
  role: choiceField({
    label: 'Rol',
    options: (Object.keys(GIVEN_ROLE_TITLES) as GivenRole[]).map(value => ({ value, label: GIVEN_ROLE_TITLES[value] })),
    wrong: 'Elige un rol',
  }),
} as const

/** The label of a deleted account. */
const DELETED_NAME = 'Cuenta eliminada'

/** The name that a list shows: without one the e-mail, and of an account that is gone that it is gone. */
export const clientName = (person: { first_name: string; last_name: string; deleted_at: Date | null }): string =>
  person.deleted_at === null ? fullName(person) : DELETED_NAME

/** The forms of a client's page. */
export const CLIENT_INTENTS = [
  'add-note',
  'delete-note',
  'change-role',
  'mark-consultant',
  'unmark-consultant',
] as const
