import { z } from 'zod'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { RATING_VALUES } from './product-ratings.ts'
import { hideFields, ratingFields } from './reviews.ts'

/** The fields of a review. An unticked box is not sent. */
export const ratingForm = z.object({
  rating: z.enum(['1', '2', '3', '4', '5'], 'Elige de 1 a 5').transform(typed => RATING_VALUES[Number(typed) - 1] ?? 1),
  ...shapeOf(ratingFields),
  show_name: z
    .literal('si')
    .optional()
    .catch(undefined)
    .transform(ticked => ticked === 'si'),
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
