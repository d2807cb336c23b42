/** Everything that the editor of a product shows, in its order. All values are texts, as a form has them. */
export const PRODUCT_FIELDS = {
  name: 'Nombre',
  slug: 'Slug',
  type: 'Tipo',
  category_id: 'Categoría',
  status: 'Estado',
  featured: 'Destacado',
  description_short: 'Descripción corta',
  description_long: 'Descripción larga',
  outcomes: 'Qué obtienes',
  audience: 'Para quién',
  tags: 'Etiquetas',
  image_url: 'Imagen',
  format: 'Formato',
  duration_min: 'Duración mínima',
  duration_max: 'Duración máxima',
  base_price_clp: 'Precio base',
  allow_business: 'Modo empresa',
  min_seats: 'Mínimo de personas',
  max_seats: 'Máximo de personas',
  questionnaire: 'Cuestionario',
  self_paced: 'A su ritmo',
  agenda: 'Programa',
  preparation: 'Antes de empezar',
  materials: 'Materiales',
  facilitator_profile: 'Quién lo conduce',
  session_note: 'Nota de la sesión',
  certificate_text: 'Texto del certificado',
  seo_title: 'Título para buscadores',
  seo_description: 'Descripción para buscadores',
} as const

export type ProductField = keyof typeof PRODUCT_FIELDS
export type ProductValues = Record<ProductField, string>

export const PRODUCT_FIELD_NAMES = Object.keys(PRODUCT_FIELDS).filter(
  (name): name is ProductField => name in PRODUCT_FIELDS,
)

export type ProductStatus = 'active' | 'draft' | 'archived'

/** Specification 2, section 4; 'archived' is what the row menu's Archivar makes. */
export const PRODUCT_STATUS_LABELS: Record<ProductStatus, string> = {
  active: 'Activo',
  draft: 'Borrador',
  archived: 'Archivado',
}

/** A block of a workshop's agenda as it is typed. */
export type AgendaRow = { minutes: string; title: string; detail: string }

/** The most that lists of a product hold. */
export const MOST = { tags: 20, outcomes: 20, agenda: 40, lines: 30 } as const

/** A new product, before anything is typed. */
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
  format: 'Online',
  duration_min: '',
  duration_max: '',
  base_price_clp: '',
  allow_business: 'si',
  min_seats: '1',
  max_seats: '1000',
  questionnaire: '',
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

/** An address for a name: 'Liderazgo 360°' becomes 'liderazgo-360'. At most 80 characters; '' where no letter is left. */
export const slugFor = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')

/** The non-empty lines of a text, trimmed. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

/** 'IA, Madurez' as its parts, each once. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map(tag => tag.trim().replace(/\s+/g, ' '))
      .filter(tag => tag !== ''),
  ),
]

/** A product's questionnaire as one value of a form: 'dama-dmbok2' for the newest version, 'dama-dmbok2@1' for one. */
export const questionnaireValue = (id: string | null, version: number | null): string =>
  id === null ? '' : version === null ? id : `${id}@${version}`

/** The rows of an agenda as the form keeps them; none where the text is no agenda. */
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
