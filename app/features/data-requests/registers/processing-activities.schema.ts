import { z } from 'zod'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { activityFields } from './processing-activities.ts'

/** The forms of an activity's page. */
export const activityForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('save'), ...shapeOf(activityFields) }),
  z.object({ intent: z.literal('archive') }),
  z.object({ intent: z.literal('restore') }),
])

export type ActivityCommand = z.output<typeof activityForm>
