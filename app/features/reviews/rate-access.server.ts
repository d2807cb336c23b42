import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { AnsweringActor } from '#app/features/questionnaires/questionnaires.server.ts'
import { Refusal, refuse, refusing } from '#app/kernel/refusal.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { asActor, readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { RATING_VALUES } from './product-ratings.ts'
import { findOwnRating, saveReview, unnameReview } from './reviews.server.ts'
import { hideFields, type OwnRating, ratingFields } from './reviews.ts'

/** The fields of a review. An unticked box is not sent. */
export const ratingForm = z.object({
  rating: z.enum(['1', '2', '3', '4', '5'], 'Elige de 1 a 5').transform(typed => RATING_VALUES[Number(typed) - 1] ?? 1),
  ...shapeOf(ratingFields),
  show_name: z
    .literal('si')
    .optional()
    .catch(undefined)
    .transform(value => value === 'si'),
})
export type RatingForm = z.infer<typeof ratingForm>

const target = { review: z.uuid(), revision: z.coerce.number().int().min(1).max(2_147_483_647) }

/** A moderator's decision about the revision that was shown. */
export const moderationForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('publish'), ...target }),
  z.object({
    intent: z.literal('hide'),
    ...target,
    ...shapeOf(hideFields),
  }),
])

type Input = { actors: AsyncIterable<AnsweringActor>; accessId: string }

/** The sender's possible or existing review of an access; undefined where none of the actors has completed it. */
export async function findRating(db: Kysely<DB>, { actors, accessId }: Input): Promise<OwnRating | undefined> {
  for await (const actor of actors) {
    const found = await readAs(db, actor, tx => findOwnRating(tx, actor, accessId))
    if (found) return found
  }
  return undefined
}

const notAllowed = () =>
  new Refusal('Opina quien completó la evaluación, desde el navegador en que la respondió o con su cuenta.', {
    title: 'No pudimos guardar tu opinión',
    status: 403,
  })

/**
 * Rates an access once: by the person who completed it, who may change the review until it is moderated, and has one
 * review per product. Returns the current review. @throws Refusal
 */
export async function rateAccess(
  { db }: { db: Kysely<DB> },
  { actors, accessId, form }: Input & { form: RatingForm },
): Promise<OwnRating> {
  for await (const actor of actors) {
    const rating = asActor(db, actor, async tx => {
      if (!(await findOwnRating(tx, actor, accessId))) return undefined
      if (!(await saveReview(tx, { accessId, ...form }))) {
        refuse('Desde entonces no se puede cambiar.', { title: 'Tu opinión ya fue revisada' })
      }
      const saved = await findOwnRating(tx, actor, accessId)
      if (!saved) throw notAllowed()
      return saved
    })
    const rated = await refusing(rating, {
      reviews_one_of_person: [
        'Cada persona opina una vez por producto, aunque lo complete varias veces.',
        { title: 'Ya opinaste sobre esta evaluación', status: 403 },
      ],
    })
    if (rated) return rated
  }
  throw notAllowed()
}

/** Removes the author's name from their review, at any time. @throws Refusal where none of the actors has completed the access */
export async function hideAuthor(db: Kysely<DB>, { actors, accessId }: Input): Promise<OwnRating> {
  for await (const actor of actors) {
    const rating = await asActor(db, actor, async tx => {
      if (!(await findOwnRating(tx, actor, accessId))) return undefined
      await unnameReview(tx, accessId)
      return findOwnRating(tx, actor, accessId)
    })
    if (rating) return rating
  }
  throw notAllowed()
}
