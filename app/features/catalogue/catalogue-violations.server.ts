/** Why the database keeps an edit of the catalogue from being written. */
export type CatalogueViolation =
  | 'slug_taken'
  | 'sold_stays'
  | 'category_inactive'
  | 'category_in_use'
  | 'unknown_category'
  | 'unknown_questionnaire'

const VIOLATIONS: Readonly<Record<string, CatalogueViolation>> = {
  assessments_slug_key: 'slug_taken',
  categories_slug_key: 'slug_taken',
  assessments_sold_stays: 'sold_stays',
  assessments_of_active_category: 'category_inactive',
  categories_empty_when_inactive: 'category_in_use',
  assessments_category_id_fkey: 'unknown_category',
  assessments_questionnaire_id_fkey: 'unknown_questionnaire',
  assessments_questionnaire_version: 'unknown_questionnaire',
}

/** What a constraint of the catalogue says; undefined: another error, to be thrown on. Asked outside of the transaction. */
export function catalogueViolation(error: unknown): CatalogueViolation | undefined {
  if (!(error instanceof Error) || !('constraint' in error)) return undefined
  return VIOLATIONS[String(error.constraint)]
}
