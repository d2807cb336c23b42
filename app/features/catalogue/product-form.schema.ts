import { z } from 'zod'
import { line, lines, named, SEO_DESCRIPTION, SEO_TITLE, slugText, ticked, whole } from './form-text.schema.ts'
import { linesOf, MOST, PRODUCT_FIELD_NAMES, type ProductField, type ProductValues, tagsOf } from './product-form.ts'
import { agendaProblem, contentOf, unknownPlaceholder, type WorkshopContent } from './workshop-content.schema.ts'

const AMOUNT = 'Ingresa un monto en pesos, de 0 a 100.000.000'
const MINUTES = 'Ingresa los minutos, de 1 a 9.999'
const SEATS = 'Ingresa un número de 1 a 1000'

const minutes = whole(1, 9_999, MINUTES)

const fields = z.object({
  name: named(200, 'Escribe el nombre'),
  slug: slugText,
  type: z.enum(['assessment', 'workshop'], 'Elige el tipo'),
  category_id: z.uuid('Elige una categoría'),
  status: z.enum(['active', 'draft', 'archived'], 'Elige el estado'),
  featured: ticked,
  description_short: line(160),
  description_long: lines(10_000),
  outcomes: lines(5_000).pipe(listOf(MOST.outcomes, 300, 'resultados')),
  audience: line(500),
  tags: line(2_000)
    .transform(tagsOf)
    .pipe(partsOf(MOST.tags, 60, 'etiquetas')),
  image_url: z
    .string()
    .default('')
    .pipe(z.union([z.literal(''), z.string().regex(/^\/(?!\/)[\w./-]{1,200}$/, 'Esa imagen no es de la tienda')]))
    .transform(path => path || null),
  format: named(100, 'Escribe el formato, por ejemplo Online'),
  duration_min: minutes,
  duration_max: z.union([z.literal('').transform(() => null), minutes], MINUTES),
  base_price_clp: whole(0, 100_000_000, AMOUNT),
  allow_business: ticked,
  min_seats: whole(1, 1000, SEATS),
  max_seats: whole(1, 1000, SEATS),
  questionnaire: z
    .string()
    .default('')
    .pipe(z.string().regex(/^([a-z0-9][a-z0-9-]{1,79}(@[1-9]\d{0,6})?)?$/, 'Elige un cuestionario de la lista')),
  self_paced: ticked,
  agenda: z.string().default('[]'),
  preparation: lines(5_000).pipe(listOf(MOST.lines, 500, 'líneas')),
  materials: lines(5_000).pipe(listOf(MOST.lines, 500, 'líneas')),
  facilitator_profile: lines(2_000),
  session_note: lines(4_000),
  certificate_text: lines(2_000),
  seo_title: line(SEO_TITLE),
  seo_description: line(SEO_DESCRIPTION),
})

function listOf(most: number, length: number, things: string) {
  return z
    .string()
    .transform(linesOf)
    .pipe(partsOf(most, length, things))
}

function partsOf(most: number, length: number, things: string) {
  return z
    .array(z.string().max(length, `Cada línea puede tener hasta ${length} caracteres`))
    .max(most, `Puede tener hasta ${most} ${things}`)
}

/** What is written of a product. */
export type ProductEdit = Omit<
  z.infer<typeof fields>,
  | 'questionnaire'
  | 'self_paced'
  | 'agenda'
  | 'preparation'
  | 'materials'
  | 'facilitator_profile'
  | 'session_note'
  | 'certificate_text'
> & {
  questionnaire_id: string | null
  questionnaire_version: number | null
  workshop_content: WorkshopContent | null
}

export type FieldErrors<Field extends string> = Partial<Record<Field, string>>

/** A product from the texts of its form, or what is wrong with each of them. */
export function readProduct(
  values: ProductValues,
): { ok: true; edit: ProductEdit } | { ok: false; errors: FieldErrors<ProductField> } {
  const parsed = fields.safeParse(values)
  const errors: FieldErrors<ProductField> = {
    ...togetherErrors(values),
    ...(parsed.success ? {} : errorsOf(parsed.error, PRODUCT_FIELD_NAMES)),
  }
  if (!parsed.success || Object.keys(errors).length > 0) return { ok: false, errors }
  const {
    questionnaire,
    self_paced,
    agenda,
    preparation,
    materials,
    facilitator_profile,
    session_note,
    certificate_text,
    ...product
  } = parsed.data
  const isWorkshop = product.type === 'workshop'
  const [id = '', version] = isWorkshop ? [] : questionnaire.split('@')
  return {
    ok: true,
    edit: {
      ...product,
      questionnaire_id: id || null,
      questionnaire_version: version === undefined ? null : Number(version),
      workshop_content: isWorkshop
        ? contentOf({
            self_paced: self_paced ? 'si' : '',
            agenda,
            preparation: preparation.join('\n'),
            materials: materials.join('\n'),
            facilitator_profile,
            session_note,
            certificate_text,
          })
        : null,
    },
  }
}

/** What is wrong between fields, and what a product on sale lacks. */
function togetherErrors(values: ProductValues): FieldErrors<ProductField> {
  const errors: FieldErrors<ProductField> = {}
  const [from, to] = [minutes.safeParse(values.duration_min), minutes.safeParse(values.duration_max)]
  if (from.success && to.success && to.data < from.data)
    errors.duration_max = 'La duración máxima no puede ser menor que la mínima'
  const seats = whole(1, 1000, SEATS)
  const [least, most] = [seats.safeParse(values.min_seats), seats.safeParse(values.max_seats)]
  if (least.success && most.success && most.data < least.data)
    errors.max_seats = 'El máximo de personas no puede ser menor que el mínimo'
  if (least.success && least.data > 1 && values.allow_business !== 'si')
    errors.min_seats = 'Sin modo empresa se compra para una persona: el mínimo debe ser 1'
  return { ...errors, ...(values.type === 'workshop' ? workshopErrors(values) : {}), ...missingOnSale(values) }
}

function workshopErrors(values: ProductValues): FieldErrors<ProductField> {
  const errors: FieldErrors<ProductField> = {}
  const agenda = agendaProblem(values.agenda)
  if (agenda !== undefined) errors.agenda = agenda
  for (const field of ['session_note', 'certificate_text'] as const) {
    const unknown = unknownPlaceholder(values[field])
    if (unknown !== undefined) errors[field] = `La tienda no conoce {${unknown}}`
  }
  // Shown before the purchase, where nothing can be filled in.
  if (/[{}]/.test(values.facilitator_profile)) errors.facilitator_profile = 'Aquí no van textos entre llaves'
  return errors
}

const WANTED: readonly (readonly [ProductField, string])[] = [
  ['description_short', 'Un producto activo necesita una descripción corta'],
  ['description_long', 'Un producto activo necesita una descripción larga'],
  ['outcomes', 'Un producto activo necesita al menos un resultado'],
  ['audience', 'Di para quién es: un producto activo lo necesita'],
  ['tags', 'Un producto activo necesita al menos una etiqueta'],
]

function missingOnSale(values: ProductValues): FieldErrors<ProductField> {
  if (values.status !== 'active') return {}
  const errors: FieldErrors<ProductField> = {}
  for (const [field, message] of WANTED) if (values[field].trim() === '') errors[field] = message
  if (values.type === 'assessment' && values.questionnaire === '')
    errors.questionnaire = 'Un assessment activo necesita un cuestionario'
  return errors
}

/** The first message of each field. */
export function errorsOf<Field extends string>(error: z.ZodError, names: readonly Field[]): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {}
  for (const name of names) {
    const issue = error.issues.find(({ path }) => path[0] === name)
    if (issue) Object.assign(errors, { [name]: issue.message })
  }
  return errors
}
