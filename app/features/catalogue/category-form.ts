export const CATEGORY_FIELDS = {
  name: 'Nombre',
  slug: 'Slug',
  status: 'Estado',
  description: 'Descripción',
  seo_title: 'Título para buscadores',
  seo_description: 'Descripción para buscadores',
} as const

export type CategoryField = keyof typeof CATEGORY_FIELDS
export type CategoryValues = Record<CategoryField, string>

export const CATEGORY_FIELD_NAMES = Object.keys(CATEGORY_FIELDS).filter(
  (name): name is CategoryField => name in CATEGORY_FIELDS,
)

export type CategoryStatus = 'active' | 'inactive'

/** Specification 2, section 4. */
export const CATEGORY_STATUS_LABELS: Record<CategoryStatus, string> = { active: 'Activa', inactive: 'Inactiva' }

export const NEW_CATEGORY: CategoryValues = {
  name: '',
  slug: '',
  status: 'active',
  description: '',
  seo_title: '',
  seo_description: '',
}
