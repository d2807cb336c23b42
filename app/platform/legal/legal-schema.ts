import { z } from 'zod'

export const LEGAL_KEYS = [
  'privacy_respondents',
  'purchase_terms',
  'processing_agreement',
  'cookies_analytics',
] as const
export type LegalKey = (typeof LEGAL_KEYS)[number]

const text = z.string().trim().min(1)

/** A version of a legal text: placeholders are filled when it is shown. */
export const legalContentSchema = z.object({
  title: text.max(200),
  /** 'plantilla' until counsel has reviewed it: a notice says so on the page. */
  status: z.enum(['plantilla', 'revisado']),
  templateNotice: text.max(1000),
  updated: text.max(100),
  summary: z.array(text.max(1000)).min(1).max(20),
  sections: z
    .array(z.object({ heading: text.max(200), body: z.array(text.max(5000)).min(1).max(40) }))
    .min(1)
    .max(60),
})

export type LegalContent = z.infer<typeof legalContentSchema>
