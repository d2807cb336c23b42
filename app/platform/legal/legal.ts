import { z } from 'zod'
import { shop } from '#app/platform/mail/shop.ts'
import { lawDates } from '#app/platform/texts/law-dates.ts'
import { madeOfTexts } from '#app/platform/texts/live-texts.ts'
import { privacySettings } from '#app/platform/texts/privacy-settings.ts'
import { saleSettings } from '#app/platform/texts/sale-settings.ts'
import type { MeasuringNotice } from '#app/platform/tracking/consent.ts'
import legalTexts from '#content/legal.es.json' with { type: 'json' }
import { LEGAL_KEYS, type LegalContent, type LegalKey, legalContentSchema } from './legal-schema.ts'

/** A legal text with the seller's data filled in. */
export type LegalDocument = {
  key: LegalKey
  /** What a consent or a run stores to identify the shown text. */
  version: string
  title: string
  /** Says that the text is a template for counsel to review; absent once it has been. */
  templateNotice: string | undefined
  updated: string
  /** The most important sentences, shown where a person decides. */
  summary: string[]
  sections: { heading: string; body: string[] }[]
}

const text = z.string().min(1)
const documentSchema = legalContentSchema.extend({
  key: z.enum(LEGAL_KEYS),
  /** Its own, where its text has changed apart from the others. */
  version: z.int().min(1).optional(),
  /** False where it means what its last version meant, so that nobody is asked for consent again. */
  asksAgain: z.boolean().default(true),
})

const legalSchema = z.object({
  version: z.int().min(1),
  placeholderDefaults: z.record(z.string(), text),
  undefinedPlaceholder: text,
  documents: z.array(documentSchema).superRefine((documents, context) => {
    const missing = LEGAL_KEYS.filter(key => documents.filter(document => document.key === key).length !== 1)
    if (missing.length > 0) context.addIssue(`each document appears once: ${missing.join(', ')}`)
  }),
})

const LEGAL = legalSchema.parse(legalTexts)

type ReleasedLegal = { key: LegalKey; version: number; asksAgain: boolean; content: LegalContent }

/** The legal texts of the release, as versions that a start publishes. */
export const RELEASED_LEGAL: readonly ReleasedLegal[] = LEGAL.documents.map(
  ({ key, version = LEGAL.version, asksAgain, ...content }) => ({ key, version, asksAgain, content }),
)

/** The values of legal texts' placeholders, by name. */
export type PlaceholderValues = Readonly<Record<string, string | undefined>>

/** As it is now. */
export const placeholderValues = madeOfTexts((): PlaceholderValues => {
  const { razon_social, rut_empresa, direccion, correo_privacidad, correo_soporte, enlace_datos, texto_iva } = shop()
  return {
    ...LEGAL.placeholderDefaults,
    ...lawDates(),
    dias_vigencia: String(saleSettings().accessDays),
    meses_conservacion: String(privacySettings().retentionMonths),
    razon_social,
    rut_empresa,
    direccion,
    correo_privacidad,
    correo_soporte,
    enlace_datos,
    texto_iva,
  }
})

/** Names that a legal text may use, with what they stand for; `undefined` is what only counsel can decide. */
export const legalPlaceholders = (): readonly { name: string; value: string | undefined }[] =>
  [
    ...new Set([
      ...Object.keys(placeholderValues()),
      ...[...JSON.stringify(LEGAL.documents).matchAll(/\{([a-z_]+)\}/g)].map(match => match[1] ?? ''),
    ]),
  ].map(name => ({ name, value: placeholderValues()[name] }))

// Terms that only counsel can decide stay visibly blank, because an invented term would bind the shop.
const filler = (values: PlaceholderValues) => (template: string) =>
  template.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? LEGAL.undefinedPlaceholder) : LEGAL.undefinedPlaceholder,
  )

/** A version of a legal text as people read it. @param values what its placeholders stand for; without them, what they do today. */
export function fillLegal(
  key: LegalKey,
  version: number,
  content: LegalContent,
  values = placeholderValues(),
): LegalDocument {
  const fill = filler(values)
  return {
    key,
    version: String(version),
    title: fill(content.title),
    templateNotice: content.status === 'plantilla' ? fill(content.templateNotice) : undefined,
    updated: fill(content.updated),
    summary: content.summary.map(fill),
    sections: content.sections.map(({ heading, body }) => ({ heading: fill(heading), body: body.map(fill) })),
  }
}

const newest = madeOfTexts(({ legal }) => {
  const documents = RELEASED_LEGAL.map(({ key, version, content }) => {
    const published = legal.get(key)
    const parsed = legalContentSchema.safeParse(published?.content)
    return published && parsed.success
      ? fillLegal(key, published.version, parsed.data)
      : fillLegal(key, version, content)
  })
  return new Map(documents.map(document => [document.key, document]))
})

/** The newest version of a legal text with its placeholders filled. */
export function legalDocument(key: LegalKey): LegalDocument {
  const document = newest().get(key)
  if (!document) throw new Error(`No legal document ${key}`)
  return document
}

/** The versions of the notice about measuring by which a visitor's decision is judged. */
export const measuringNotice = madeOfTexts(({ legal }): MeasuringNotice => {
  const version = Number(legalDocument('cookies_analytics').version)
  const since = legal.get('cookies_analytics')?.consentSince ?? version
  return { version, since: Math.min(since, version) }
})
