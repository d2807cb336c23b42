import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { decideReview, lockReview } from './reviews.db.server.ts'

export type Decision = { to: 'published' } | { to: 'hidden'; reason: string }

export type ModerationFailure = {
  code:
    | 'review_not_found'
    /** Its author has changed it since it was shown to the moderator. */
    | 'changed_meanwhile'
    | 'already_decided'
}

/** Publishes or hides a review at the revision shown to the moderator. Reversible and audited. */
export async function moderateReview(
  { db }: { db: Kysely<DB> },
  input: { actor: Extract<Actor, { kind: 'admin' }>; reviewId: string; revision: number; decision: Decision },
): Promise<Result<void, ModerationFailure>> {
  const { actor, reviewId, revision, decision } = input
  return asActor(db, actor, async tx => {
    const review = await lockReview(tx, reviewId)
    if (!review) return err({ code: 'review_not_found' })
    if (review.revision !== revision) return err({ code: 'changed_meanwhile' })
    if (review.status === decision.to) return err({ code: 'already_decided' })
    const after = { status: decision.to, hidden_reason: decision.to === 'hidden' ? decision.reason : null }
    await decideReview(tx, reviewId, after)
    await writeAudit(tx, {
      action: decision.to === 'published' ? 'review_published' : 'review_hidden',
      entity: 'review',
      entity_id: reviewId,
      before: { status: review.status, hidden_reason: review.hidden_reason },
      after: { ...after, revision },
    })
    return ok(undefined)
  })
}
