/** The header's shortcuts (specification 1, section 2): the first three on large screens, all in the mobile menu. */
export const HEADER_CATEGORIES = [
  'Inteligencia Artificial',
  'Transformación Digital',
  'Liderazgo',
  'Metodologías Ágiles',
  'Data Analytics',
] as const

/** Address of the list of one category. */
export const categoryAddress = (name: string): string => `/assessments?category=${encodeURIComponent(name)}`
