import type { Pool } from 'pg'
import { inviteRespondent } from '#app/features/accesses/invitations/invite-respondent.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { accessCode } from '#app/platform/secrets/access-code.server.ts'
import type { Answering } from './answer.ts'
import type { DemoInvitee } from './company.ts'
import type { DemoServices } from './purchase.ts'

/** What fills the demo. `now`: the first start, before which everything happens. */
export type Demo = { services: DemoServices; ownerPool: Pool; admin: { kind: 'admin'; userId: string }; now: Date }

/** What a person says of themselves before answering. */
export const describe = ({ firstName, lastName, role, area }: Omit<DemoInvitee, 'email'>) => ({
  fullName: fullName({ first_name: firstName, last_name: lastName }),
  position: `${role.charAt(0).toUpperCase()}${role.slice(1)}`,
  area,
})

export async function invite({ services }: Demo, buyer: SessionUser, itemId: string, person: DemoInvitee, at: Date) {
  const { firstName, lastName, email, role, area } = person
  const form = { firstName, lastName, email, role, area }
  return inviteRespondent(services, { user: buyer, itemId, form, now: at })
}

/** The buyer's own seat. */
export async function ownAccess({ ownerPool }: Demo, itemId: string, buyer: SessionUser): Promise<Answering> {
  const { rows } = await ownerPool.query<{ id: string }>(
    'select id from user_accesses where order_item_id = $1 and invited_by_user_id is null',
    [itemId],
  )
  const accessId = rows[0]?.id ?? ''
  const actor = { kind: 'user', userId: buyer.id } as const
  return { actor, accessId, fullName: fullName(buyer), position: 'Gerenta de Personas', area: 'Personas' }
}

/** The code that only the invitation's mail contains. */
export async function mailedCode(ownerPool: Pool, itemId: string, email: string) {
  const { rows } = await ownerPool.query<{ access_code: string }>(
    'select access_code from user_accesses where order_item_id = $1 and email = $2',
    [itemId, email],
  )
  return { email, access_code: accessCode(rows[0]?.access_code ?? '') }
}
