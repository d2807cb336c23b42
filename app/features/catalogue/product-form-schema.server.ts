import { z } from 'zod'
import { shorten } from '#app/kernel/text.ts'
import { firstMessagePerField } from '#app/kit/forms/form-answer.ts'
import { schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { oneLine } from '#app/platform/http/one-line.ts'
import { type Deliverables, listDeliverables, NO_DELIVERABLES, unkeptOutcomes } from './deliverables.ts'
import { checkbox, seoDescription, slugText } from './form-text-schema.server.ts'
import { readOutcomes } from './outcome-lines.ts'
import {
  agendaRows,
  linesOf,
  MAX,
  OUTCOME_MAX,
  type ProductField,
  type ProductValues,
  productFields,
  questionnaireOf,
  tagsOf,
} from './product-form.ts'
import { agendaProblem, contentOf, unknownPlaceholder, type WorkshopContent } from './workshop-content-schema.server.ts'

const KEEPER_RULE = 'Elige de la lista qué cumple cada resultado'

const fields = z.object({
  ...shapeOf(productFields),
  slug: slugText,
  category_id: z.uuid('Elige una categoría'),
  featured: checkbox,
  // Typed in a textarea, stored as one line.
  description_short: schemaOf(productFields.description_short).transform(oneLine),
  outcomes: schemaOf(productFields.outcomes)
    .transform(readOutcomes)
    .pipe(
      z
        .array(
          z.object({
            text: z.string().max(OUTCOME_MAX, `Cada resultado puede tener hasta ${OUTCOME_MAX} caracteres`),
            keptBy: z.array(z.string().max(80, KEEPER_RULE)).max(20, KEEPER_RULE),
          }),
        )
        .max(MAX.outcomes, `Puede tener hasta ${MAX.outcomes} resultados`),
    ),
  tags: schemaOf(productFields.tags)
    .transform(tagsOf)
    .pipe(partsOf(MAX.tags, 60, 'etiquetas')),
  image_url: z
    .string()
    .default('')
    .pipe(z.union([z.literal(''), z.string().regex(/^\/(?!\/)[\w./-]{1,200}$/, 'Esa imagen no es de la tienda')]))
    .transform(path => path || null),
  allow_business: checkbox,
  questionnaire: z
    .string()
    .default('')
    .pipe(z.string().refine(value => value === '' || questionnaireOf(value), 'Elige un cuestionario de la lista')),
  asks_age: checkbox,
  self_paced: checkbox,
  agenda: z.string().default('[]'),
  preparation: schemaOf(productFields.preparation).pipe(listOf(MAX.lines, 500, 'líneas')),
  materials: schemaOf(productFields.materials).pipe(listOf(MAX.lines, 500, 'líneas')),
  seo_description: seoDescription,
})

function listOf(max: number, length: number, things: string) {
  return z
    .string()
    .transform(linesOf)
    .pipe(partsOf(max, length, things))
}

function partsOf(max: number, length: number, things: string) {
  return z
    .array(z.string().max(length, `Cada línea puede tener hasta ${length} caracteres`))
    .max(max, `Puede tener hasta ${max} ${things}`)
}

/** The editable values of a product. */
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

/** Parses a product from its form, or returns the errors by field. @param deliverables its guides and materials */
export function readProduct(
  values: ProductValues,
  deliverables: Deliverables = NO_DELIVERABLES,
): { ok: true; edit: ProductEdit } | { ok: false; errors: FieldErrors<ProductField> } {
  const parsed = fields.safeParse(values)
  const errors: FieldErrors<ProductField> = {
    ...togetherErrors(values),
    ...promiseErrors(values, deliverables),
    ...(parsed.success ? {} : firstMessagePerField(parsed.error)),
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
  const selected = isWorkshop ? undefined : questionnaireOf(questionnaire)
  return {
    ok: true,
    edit: {
      ...product,
      questionnaire_id: selected?.id ?? null,
      questionnaire_version: selected?.version ?? null,
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

/** Errors that involve several fields, and missing values of a product on sale. */
function togetherErrors(values: ProductValues): FieldErrors<ProductField> {
  const errors: FieldErrors<ProductField> = {}
  const from = schemaOf(productFields.duration_min).safeParse(values.duration_min)
  const to = schemaOf(productFields.duration_max).safeParse(values.duration_max)
  if (from.success && to.success && to.data !== null && to.data < from.data)
    errors.duration_max = 'La duración máxima no puede ser menor que la mínima'
  const min = schemaOf(productFields.min_seats).safeParse(values.min_seats)
  const max = schemaOf(productFields.max_seats).safeParse(values.max_seats)
  if (min.success && max.success && max.data < min.data)
    errors.max_seats = 'El máximo de personas no puede ser menor que el mínimo'
  if (min.success && min.data > 1 && values.allow_business !== 'si')
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
  // Shown before the purchase, so placeholders can't be filled.
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

/** What a product on sale promises is kept by something that it delivers. */
function promiseErrors(values: ProductValues, deliverables: Deliverables): FieldErrors<ProductField> {
  if (values.status !== 'active') return {}
  const delivered = listDeliverables({
    type: values.type === 'workshop' ? 'workshop' : 'assessment',
    allow_business: values.allow_business === 'si',
    max_seats: Number(values.max_seats),
    hasQuestionnaire: values.questionnaire !== '',
    hasProgram: agendaRows(values.agenda).length > 0,
    deliverables,
  })
  const [unkept] = unkeptOutcomes(readOutcomes(values.outcomes), delivered)
  return unkept === undefined
    ? {}
    : { outcomes: `Nada de este producto cumple «${shorten(unkept.text, 80)}»: elige qué lo cumple, o quítalo` }
}
