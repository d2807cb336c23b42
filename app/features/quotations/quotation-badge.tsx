import { Badge } from '#app/ui/badge.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { type QuotationState, STATE_LABELS } from './quotations.ts'

const TONES: Readonly<Record<QuotationState, Tone>> = { valid: 'good', expired: 'poor', bought: 'neutral' }

/** The state of a quotation in a word. */
export const QuotationBadge = ({ state }: { state: QuotationState }) => (
  <Badge tone={TONES[state]}>{STATE_LABELS[state]}</Badge>
)
