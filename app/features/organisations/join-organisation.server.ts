import { type Kysely, sql } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import type { InvitationState } from './organisations.ts'

export type ShownInvitation = { organisation: string; role: OrganisationRole; inviter: string; state: InvitationState }

/** An invitation by the token of its link, as it stands for the user, or for somebody who is not signed in. */
export async function findInvitation(
  db: Kysely<DB>,
  { token, userId, now }: { token: string; userId: string | undefined; now: Date },
): Promise<ShownInvitation | undefined> {
  const actor = userId === undefined ? VISITOR : ({ kind: 'user', userId } as const)
  const { rows } = await asActor(db, actor, tx =>
    sql<ShownInvitation>`select * from private.organisation_invitation(${digestOf(token)}, ${now})`.execute(tx),
  )
  return rows[0]
}

type Accepted = {
  outcome: InvitationState | 'accepted'
  organisation: string | null
  given_role: OrganisationRole | null
}

/** Accepts an invitation once, for the signed-in person whose confirmed address it names. */
export async function acceptInvitation(
  db: Kysely<DB>,
  { token, userId, now }: { token: string; userId: string; now: Date },
): Promise<Result<{ organisationId: string }, { code: InvitationState }>> {
  return asActor(db, { kind: 'user', userId }, async tx => {
    const { rows } = await sql<Accepted>`
      select * from private.accept_organisation_invitation(${digestOf(token)}, ${now})`.execute(tx)
    const answer = rows[0]
    if (answer?.outcome !== 'accepted' || answer.organisation === null) {
      return err({ code: answer?.outcome === 'accepted' ? 'unknown' : (answer?.outcome ?? 'unknown') })
    }
    await writeAudit(tx, {
      action: 'organisation_joined',
      entity: 'organisations',
      entity_id: answer.organisation,
      after: { member: userId, role: answer.given_role },
    })
    return ok({ organisationId: answer.organisation })
  })
}
