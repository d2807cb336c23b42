import { z } from 'zod'

/** The only form of an item's results page. */
export const resultModeForm = z.object({
  intent: z.literal('choose-mode'),
  mode: z.enum(['nominative', 'confidential']),
})
