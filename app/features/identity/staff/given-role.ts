import { ROLE_TITLES } from '#app/features/identity/identity.ts'
import type { Role, StaffScope } from '#app/platform/database/values.ts'
import { isScope, SCOPE_LABELS } from './permissions.ts'

/** What an administrator gives a person: a role, and for the staff the scope. `admin` is the whole back office. */
export type GivenRole = Role | StaffScope

/** Names of what is given; of the staff also what it is for. */
export const GIVEN_ROLE_TITLES: Readonly<Record<GivenRole, string>> = {
  ...ROLE_TITLES,
  sales: `Equipo: ${SCOPE_LABELS.sales}`,
  content: `Equipo: ${SCOPE_LABELS.content}`,
  support: `Equipo: ${SCOPE_LABELS.support}`,
  finance: `Equipo: ${SCOPE_LABELS.finance}`,
}

/** What was given to the owner of a profile. */
export const givenRole = ({ role, staff_scope }: { role: Role; staff_scope: StaffScope | null }): GivenRole =>
  role === 'admin' ? (staff_scope ?? 'admin') : role

/** Whether it opens the back office, or a part of it. */
export const isStaff = (given: GivenRole): boolean => isScope(given)
