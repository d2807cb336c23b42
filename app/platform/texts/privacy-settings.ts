import { z } from 'zod'
import { madeOfTexts } from './live-texts.ts'

export type PrivacySettings = {
  /** Months that people's data and answers are kept after their evaluation ended; the privacy notice says them. */
  retentionMonths: number
}

export const PRIVACY_DEFAULTS: PrivacySettings = { retentionMonths: 24 }
export const RETENTION_LIMITS = { min: 6, max: 120 } as const

const stored = z
  .object({
    retention_months: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .pipe(z.int().min(RETENTION_LIMITS.min).max(RETENTION_LIMITS.max))
      .optional()
      .catch(undefined),
  })
  .catch({})

/** The settings with the overrides of a stored row; invalid ones are ignored. */
export const readPrivacySettings = (content: unknown): PrivacySettings => ({
  retentionMonths: stored.parse(content).retention_months ?? PRIVACY_DEFAULTS.retentionMonths,
})

/** The settings as they are now. */
export const privacySettings = madeOfTexts(({ settings }) => readPrivacySettings(settings.get('privacy')))
