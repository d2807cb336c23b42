import { z } from 'zod'
import { ALL_ROUNDS, BASE_PARAMETER, ROUND_PARAMETER, type Shown } from './shown.ts'

export const roundNumber = z.coerce.number().int().min(1).max(1000)

/** A purchase, or one round of it: `<id>` or `<id>.<round>`. */
const baseKey = z.string().regex(/^[0-9a-f-]{36}(\.\d{1,4})?$/)

/** What an address asks for. */
export const readShown = ({ searchParams }: URL): Shown => ({
  round: z
    .literal(ALL_ROUNDS)
    .transform(() => 'all' as const)
    .or(roundNumber)
    .optional()
    .catch(undefined)
    .parse(searchParams.get(ROUND_PARAMETER) ?? undefined),
  base: baseKey
    .optional()
    .catch(undefined)
    .parse(searchParams.get(BASE_PARAMETER) ?? undefined),
})
