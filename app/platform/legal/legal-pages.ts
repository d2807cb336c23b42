import { LEGAL_KEYS, type LegalKey } from './legal-schema.ts'

/** Each legal text's page below `/legal/` and `/admin/content/legal/`. */
export const LEGAL_PAGES: Record<LegalKey, string> = {
  privacy_respondents: 'privacidad',
  purchase_terms: 'condiciones',
  processing_agreement: 'encargo',
  cookies_analytics: 'cookies',
}

/** The legal text of a page's name. */
export const legalKeyOf = (page: string): LegalKey | undefined => LEGAL_KEYS.find(key => LEGAL_PAGES[key] === page)
