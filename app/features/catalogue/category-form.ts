import { choiceField, labelsOf, line, lines, namesOf } from '#app/kit/forms/fields.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'

export type CategoryStatus = 'active' | 'inactive'

/** Specification 2, section 4. */
export const CATEGORY_STATUSES: Statuses<CategoryStatus> = {
  active: { label: 'Activa', tone: 'good' },
  inactive: { label: 'Inactiva', tone: 'neutral' },
}

export const SLUG_RULE = 'Usa minúsculas sin tildes, números y guiones: de 2 a 80 caracteres'

/** The slug of a product or a category. */
export const slugField = line({
  label: 'Slug',
  required: SLUG_RULE,
  max: 80,
  tooLong: SLUG_RULE,
  spellCheck: false,
  autoCapitalize: 'none',
})

/** Titles and descriptions for search engines; when empty, the page's own are used. */
export const seoFields = {
  seo_title: line({ label: 'Título para buscadores', optional: true, max: 70 }),
  seo_description: lines({ label: 'Descripción para buscadores', optional: true, max: 160, rows: 2 }),
} as const

/** The fields of a category, in the order of its editor. */
export const categoryFields = {
  name: line({ label: 'Nombre', required: 'Escribe el nombre', max: 80 }),
  slug: slugField,
  status: choiceField({
    label: 'Estado',
    options: [
      { value: 'active', label: CATEGORY_STATUSES.active.label },
      { value: 'inactive', label: CATEGORY_STATUSES.inactive.label },
    ],
    wrong: 'Elige el estado',
    hint: 'Una categoría inactiva no se ofrece en los filtros.',
  }),
  description: lines({ label: 'Descripción', max: 1000, rows: 3 }),
  ...seoFields,
} as const

export const CATEGORY_FIELDS = labelsOf(categoryFields)
export const CATEGORY_FIELD_NAMES = namesOf(categoryFields)

export type CategoryField = keyof typeof categoryFields
export type CategoryValues = Record<CategoryField, string>

export const NEW_CATEGORY: CategoryValues = {
  name: '',
  slug: '',
  status: 'active',
  description: '',
  seo_title: '',
  seo_description: '',
}
