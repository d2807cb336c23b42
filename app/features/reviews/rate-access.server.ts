import type { Kysely } from 'kysely'
import type { AnsweringActor } from '#app/features/questionnaires/questionnaires.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { findOwnRating, saveReview, unnameReview } from './reviews.db.server.ts'
import type { RatingForm } from './reviews.schema.ts'
import type { OwnRating } from './reviews.ts'

type Input = { actors: AsyncIterable<AnsweringActor>; accessId: string }

/** The sender's possible or existing review of an access; undefined where none of the actors has completed it. */
export async function findRating(db: Kysely<DB>, { actors, accessId }: Input): Promise<OwnRating | undefined> {
  for await (const actor of actors) {
    const found = await readAs(db, actor, tx => findOwnRating(tx, actor, accessId))
    if (found) return found
  }
  return undefined
}

export type RatingFailure = {
  code:
    | 'not_allowed'
    | 'moderated'
    /** The same person has rated the product with another access. */
    | 'rated_before'
}

/**
 * Rates an access once: by the person who completed it, who may change the review until it is moderated, and has one
 * review per product. Returns the current review.
 */
export async function rateAccess(
  { db }: { db: Kysely<DB> },
  { actors, accessId, form }: Input & { form: RatingForm },
): Promise<Result<OwnRating, RatingFailure>> {
  for await (const actor of actors) {
    const rated = await asActor(db, actor, async tx => {
      if (!(await findOwnRating(tx, actor, accessId))) return undefined
      if (!(await saveReview(tx, { accessId, ...form }))) return err({ code: 'moderated' })
      const saved = await findOwnRating(tx, actor, accessId)
      return saved ? ok(saved) : err({ code: 'not_allowed' })
    }).catch((error: unknown) => {
      if (isSecondReview(error)) return err({ code: 'rated_before' })
      throw error
    })
    if (rated) return rated
  }
  return err({ code: 'not_allowed' })
}

const isSecondReview = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'reviews_one_of_person'

/**
 * Removes the author's name from their review, at any time; undefined where none of the actors has completed the
 * access.
 */
export async function hideAuthor(db: Kysely<DB>, { actors, accessId }: Input): Promise<OwnRating | undefined> {
  for await (const actor of actors) {
    const rating = await asActor(db, actor, async tx => {
      if (!(await findOwnRating(tx, actor, accessId))) return undefined
      await unnameReview(tx, accessId)
      return findOwnRating(tx, actor, accessId)
    })
    if (rating) return rating
  }
  return undefined
}
