import { z } from 'zod'
import { SHOP } from '#app/platform/mail/shop.ts'
import legalTexts from '#content/legal.es.json' with { type: 'json' }

const KEYS = ['privacy_respondents', 'purchase_terms', 'cookies_analytics'] as const
export type LegalKey = (typeof KEYS)[number]

/** A legal text with the seller's data filled in. */
export type LegalDocument = {
  key: LegalKey
  /** What a consent or a run stores to tell which text was shown. */
  version: string
  title: string
  /** Says that the text is a template for counsel to review; absent once it has been. */
  templateNotice: string | undefined
  updated: string
  /** The few sentences that matter most, for the place where a person decides. */
  summary: string[]
  sections: { heading: string; body: string[] }[]
}

const text = z.string().min(1)
const documentSchema = z.object({
  key: z.enum(KEYS),
  /** Its own, where its text has changed apart from the others. */
  version: z.int().min(1).optional(),
  title: text,
  status: z.enum(['plantilla', 'revisado']),
  templateNotice: text,
  updated: text,
  summary: z.array(text).min(1),
  sections: z.array(z.object({ heading: text, body: z.array(text).min(1) })).min(1),
})

const legalSchema = z.object({
  version: z.int().min(1),
  placeholderDefaults: z.record(z.string(), text),
  undefinedPlaceholder: text,
  documents: z.array(documentSchema).superRefine((documents, context) => {
    const missing = KEYS.filter(key => documents.filter(document => document.key === key).length !== 1)
    if (missing.length > 0) context.addIssue(`each document appears once: ${missing.join(', ')}`)
  }),
})

const LEGAL = legalSchema.parse(legalTexts)

const VALUES: Record<string, string | undefined> = {
  ...LEGAL.placeholderDefaults,
  razon_social: SHOP.razon_social,
  rut_empresa: SHOP.rut_empresa,
  direccion: SHOP.direccion,
  correo_privacidad: SHOP.correo_privacidad,
  correo_soporte: SHOP.correo_soporte,
}

// What only counsel can decide stays visibly open: a made-up term would be a promise.
const fill = (template: string): string =>
  template.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => VALUES[name] ?? LEGAL.undefinedPlaceholder)

/** A text of content/legal.es.json with the shop's data in place of its placeholders. */
export function legalDocument(key: LegalKey): LegalDocument {
  const document = LEGAL.documents.find(candidate => candidate.key === key)
  if (!document) throw new Error(`No legal document ${key}`)
  return {
    key,
    version: String(document.version ?? LEGAL.version),
    title: document.title,
    templateNotice: document.status === 'plantilla' ? document.templateNotice : undefined,
    updated: fill(document.updated),
    summary: document.summary.map(fill),
    sections: document.sections.map(({ heading, body }) => ({ heading, body: body.map(fill) })),
  }
}
