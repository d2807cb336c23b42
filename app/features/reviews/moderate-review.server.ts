import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { decideReview, lockReview } from './reviews.server.ts'

export type Decision = { to: 'published' } | { to: 'hidden'; reason: string }

/** Publishes or hides a review at the revision shown to the moderator. Reversible and audited. @throws Refusal */
export const moderateReview = (
  { db }: { db: Kysely<DB> },
  input: { actor: Extract<Actor, { kind: 'admin' }>; reviewId: string; revision: number; decision: Decision },
): Promise<void> => {
  const { actor, reviewId, revision, decision } = input
  return asActor(db, actor, async tx => {
    const review = await lockReview(tx, reviewId)
    if (!review) refuse('Esa opinión ya no existe.')
    if (review.revision !== revision) {
      refuse('Su autor la cambió mientras la leías. Léela de nuevo antes de decidir.')
    }
    if (review.status === decision.to) refuse('Otra persona ya tomó esa decisión.')
    const after = { status: decision.to, hidden_reason: decision.to === 'hidden' ? decision.reason : null }
    await decideReview(tx, reviewId, after)
    await writeAudit(tx, {
      action: decision.to === 'published' ? 'review_published' : 'review_hidden',
      entity: 'review',
      entity_id: reviewId,
      before: { status: review.status, hidden_reason: review.hidden_reason },
      after: { ...after, revision },
    })
  })
}
