import { cutText } from '#app/kernel/text.ts'
import { choiceField, integer, labelsOf, line, lines, pesosField } from '#app/kit/forms/fields.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import { TYPE_LABELS } from './catalogue.ts'
import { seoFields, slugField } from './category-form.ts'

export type ProductStatus = 'active' | 'draft' | 'archived'

/** Specification 2, section 4; the row menu's Archivar sets 'archived'. */
export const PRODUCT_STATUSES: Statuses<ProductStatus> = {
  active: { label: 'Activo', tone: 'good' },
  draft: { label: 'Borrador', tone: 'fair' },
  archived: { label: 'Archivado', tone: 'neutral' },
}

const AMOUNT = 'Ingresa un monto en pesos, de 0 a 100.000.000'
const MINUTES = 'Ingresa los minutos, de 1 a 9.999'
const SEATS = 'Ingresa un número de 1 a 1000'
const minutes = { wrong: MINUTES, min: 1, max: 9_999 } as const
const seats = { required: SEATS, wrong: SEATS, min: 1, max: 1000 } as const

/** The fields of a product with one control each. */
export const productFields = {
  name: line({ label: 'Nombre', required: 'Escribe el nombre', max: 200 }),
  slug: slugField,
  type: choiceField({
    label: 'Tipo',
    options: [
      { value: 'assessment', label: TYPE_LABELS.assessment },
      { value: 'workshop', label: TYPE_LABELS.workshop },
    ],
    wrong: 'Elige el tipo',
  }),
  status: choiceField({
    label: 'Estado',
    options: [
      { value: 'draft', label: PRODUCT_STATUSES.draft.label },
      { value: 'active', label: PRODUCT_STATUSES.active.label },
      { value: 'archived', label: PRODUCT_STATUSES.archived.label },
    ],
    wrong: 'Elige el estado',
  }),
  description_short: lines({
    label: 'Descripción corta',
    max: 160,
    rows: 2,
    hint: 'En las tarjetas y bajo el nombre, hasta 160 caracteres.',
  }),
  description_long: lines({
    label: 'Descripción larga',
    max: 10_000,
    rows: 8,
    hint: 'Una línea vacía separa párrafos; **entre asteriscos** va en negrita. Lo demás se muestra tal como lo escribes.',
  }),
  outcomes: lines({ label: 'Qué obtienes', max: 20_000 }),
  audience: line({ label: 'Para quién', max: 500 }),
  tags: line({
    label: 'Etiquetas',
    max: 2_000,
    hint: 'Separadas por comas. Las tres primeras se ven en la tarjeta.',
  }),
  format: line({ label: 'Formato', required: 'Escribe el formato, por ejemplo En línea', max: 100 }),
  duration_min: integer({ label: 'Duración mínima', required: MINUTES, ...minutes }),
  duration_max: integer({ label: 'Duración máxima', ...minutes }),
  base_price_clp: pesosField({
    label: 'Precio base',
    required: AMOUNT,
    wrong: AMOUNT,
    min: 0,
    max: 100_000_000,
    lead: '$',
    hint: 'Pesos, IVA incluido. Las órdenes y cotizaciones que ya existen no cambian.',
  }),
  min_seats: integer({ label: 'Mínimo de personas', ...seats }),
  max_seats: integer({ label: 'Máximo de personas', ...seats }),
  preparation: lines({ label: 'Antes de empezar', max: 5_000, hint: 'Una línea por indicación.' }),
  materials: lines({ label: 'Materiales', max: 5_000, hint: 'Una línea por material.' }),
  facilitator_profile: lines({ label: 'Quién lo conduce', max: 2_000, rows: 3 }),
  session_note: lines({
    label: 'Nota de la sesión',
    max: 4_000,
    hint: 'Para quienes participan. La tienda completa {correo_participante} y {correo_soporte}.',
  }),
  certificate_text: lines({
    label: 'Texto del certificado',
    max: 2_000,
    rows: 3,
    hint: 'La tienda completa {nombre}, {taller} y {fecha}.',
  }),
  ...seoFields,
} as const

const labels = labelsOf(productFields)

/** All fields of the product editor, in order. All values are texts, as in a form. */
export const PRODUCT_FIELDS = {
  name: labels.name,
  slug: labels.slug,
  type: labels.type,
  category_id: 'Categoría',
  status: labels.status,
  featured: 'Destacado',
  description_short: labels.description_short,
  description_long: labels.description_long,
  outcomes: labels.outcomes,
  audience: labels.audience,
  tags: labels.tags,
  image_url: 'Imagen',
  format: labels.format,
  duration_min: labels.duration_min,
  duration_max: labels.duration_max,
  base_price_clp: labels.base_price_clp,
  allow_business: 'Modo empresa',
  min_seats: labels.min_seats,
  max_seats: labels.max_seats,
  questionnaire: 'Cuestionario',
  asks_age: 'Pregunta por la edad',
  self_paced: 'A su ritmo',
  agenda: 'Programa',
  preparation: labels.preparation,
  materials: labels.materials,
  facilitator_profile: labels.facilitator_profile,
  session_note: labels.session_note,
  certificate_text: labels.certificate_text,
  seo_title: labels.seo_title,
  seo_description: labels.seo_description,
} as const

export type ProductField = keyof typeof PRODUCT_FIELDS
export type ProductValues = Record<ProductField, string>

export const PRODUCT_FIELD_NAMES = Object.keys(PRODUCT_FIELDS).filter(
  (name): name is ProductField => name in PRODUCT_FIELDS,
)

/** A block of a workshop's agenda as it is typed. */
export type AgendaRow = { minutes: string; title: string; detail: string }

/** The maximum lengths of a product's lists. */
export const MAX = { tags: 20, outcomes: 20, agenda: 40, lines: 30 } as const

/** Maximum characters of an outcome. */
export const OUTCOME_MAX = 300

/** Maximum characters of the columns of an agenda. */
export const AGENDA_MAX = { minutes: 4, title: 200, detail: 1000 } as const

/** The initial values of a new product. */
export const NEW_PRODUCT: ProductValues = {
  name: '',
  slug: '',
  type: 'assessment',
  category_id: '',
  status: 'draft',
  featured: '',
  description_short: '',
  description_long: '',
  outcomes: '',
  audience: '',
  tags: '',
  image_url: '',
  format: 'En línea',
  duration_min: '',
  duration_max: '',
  base_price_clp: '',
  allow_business: 'si',
  min_seats: '1',
  max_seats: '1000',
  questionnaire: '',
  asks_age: '',
  self_paced: '',
  agenda: '[]',
  preparation: '',
  materials: '',
  facilitator_profile: '',
  session_note: '',
  certificate_text: '',
  seo_title: '',
  seo_description: '',
}

/** A slug for a name: 'Liderazgo 360°' becomes 'liderazgo-360'. At most 80 characters; '' where no letter is left. */
export const slugFor = (name: string): string =>
  cutText(
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-'),
    80,
  ).replace(/^-+|-+$/g, '')

/** The non-empty lines of a text, trimmed. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

/** Splits 'IA, Madurez' into its parts without duplicates. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map(tag => tag.trim().replace(/\s+/g, ' '))
      .filter(tag => tag !== ''),
  ),
]

/**
 * A product's questionnaire as one form value: 'dama-dmbok2' for the newest version, 'dama-dmbok2@1' for a fixed one.
 */
export const questionnaireValue = (id: string | null, version: number | null): string =>
  id === null ? '' : version === null ? id : `${id}@${version}`

const QUESTIONNAIRE_VALUE = /^([a-z0-9][a-z0-9-]{1,79})(?:@([1-9]\d{0,6}))?$/

/** The questionnaire that such a value names; undefined for none and for anything else. */
export function questionnaireOf(value: string): { id: string; version: number | null } | undefined {
  const [, id, version] = QUESTIONNAIRE_VALUE.exec(value) ?? []
  return id === undefined ? undefined : { id, version: version === undefined ? null : Number(version) }
}

/** The rows of an agenda from the form's JSON; none where it is invalid. */
export function agendaRows(value: string): AgendaRow[] {
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? parsed.filter(isAgendaRow) : []
  } catch {
    return []
  }
}

const isAgendaRow = (row: unknown): row is AgendaRow =>
  typeof row === 'object' &&
  row !== null &&
  'minutes' in row &&
  'title' in row &&
  'detail' in row &&
  [row.minutes, row.title, row.detail].every(part => typeof part === 'string')
