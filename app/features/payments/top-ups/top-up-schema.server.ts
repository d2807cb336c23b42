import { z } from 'zod'
import { MAX_SEATS } from '#app/features/pricing/pricing.ts'

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/**
 * The state that the buyer of more seats saw. When the price or the count differs, the new one is shown for
 * confirmation.
 */
export const topUpRequest = z.object({
  key: z.uuid(),
  more: wholeNumber.pipe(z.int().min(1).max(MAX_SEATS)),
  /** The item's seats before. */
  from: wholeNumber,
  expected_total_clp: wholeNumber,
})

export type TopUpRequest = z.output<typeof topUpRequest>
