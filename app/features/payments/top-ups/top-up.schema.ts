import { z } from 'zod'
import { MAX_SEATS } from '#app/features/pricing/pricing.ts'

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** What goes with the form that buys more seats: what its buyer saw. Another price or another count is shown and asked again. */
export const topUpRequest = z.object({
  key: z.uuid(),
  more: wholeNumber.pipe(z.int().min(1).max(MAX_SEATS)),
  /** Seats that the item had. */
  from: wholeNumber,
  expected_total_clp: wholeNumber,
})

export type TopUpRequest = z.output<typeof topUpRequest>
