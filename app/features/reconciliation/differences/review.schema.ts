import { z } from 'zod'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { reviewFields } from './review-fields.ts'

export const REVIEW_INTENTS = ['review', 'reopen'] as const

export const reviewForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('review'), ...shapeOf(reviewFields) }),
  z.object({ intent: z.literal('reopen') }),
])
