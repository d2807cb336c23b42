import type { DeliveryStatus } from '#app/platform/database/values.ts'
import type { Tone } from '#app/ui/tone.ts'

export const DELIVERY_TONES: Record<DeliveryStatus, Tone> = { queued: 'fair', delivered: 'good', failed: 'poor' }
