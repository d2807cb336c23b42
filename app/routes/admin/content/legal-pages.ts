import type { LegalKey } from '#app/platform/legal/legal.schema.ts'

/** The public page of each legal text, and who stores which version was shown. */
export const LEGAL_PAGES: Record<LegalKey, { page: string; storedBy: string }> = {
  privacy_respondents: { page: 'privacidad', storedBy: 'Cada evaluación guarda la versión que se mostró.' },
  purchase_terms: { page: 'condiciones', storedBy: 'Cada orden y cotización guarda la versión aceptada.' },
  cookies_analytics: { page: 'cookies', storedBy: 'Cada permiso para medir guarda su versión.' },
}

/** The legal text of a page's name. */
export const legalKeyOf = (page: string): LegalKey | undefined => KEYS.get(page)

const KEYS = new Map<string, LegalKey>([
  ['privacidad', 'privacy_respondents'],
  ['condiciones', 'purchase_terms'],
  ['cookies', 'cookies_analytics'],
])
