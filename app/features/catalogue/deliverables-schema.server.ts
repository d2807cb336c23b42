import { z } from 'zod'
import type { Deliverables, GuideBlock, GuideCondition } from './deliverables.ts'

const text = (most: number) => z.string().trim().min(1).max(most)
const key = z.string().regex(/^[a-z0-9][a-z0-9-]{1,59}$/)
const items = z.array(text(400)).min(1).max(20)

const table = z
  .strictObject({
    columns: z.array(text(60)).min(2).max(8),
    rows: z
      .array(z.array(z.string().trim().max(400)))
      .min(1)
      .max(40),
  })
  .refine(
    ({ columns, rows }) => rows.every(cells => cells.length === columns.length),
    'una fila no tiene una celda por columna',
  )

const block = z.union([
  z.strictObject({ heading: text(120) }),
  z.strictObject({ text: text(900) }),
  z.strictObject({ list: items }),
  z.strictObject({ steps: items }),
  z.strictObject({ table }),
  z.strictObject({ fill: z.strictObject({ label: text(160), lines: z.int().min(1).max(12) }) }),
]) satisfies z.ZodType<GuideBlock>

const blocks = z.array(block).min(1).max(60)

const isCondition = (value: unknown): boolean =>
  typeof value === 'string' && /^(always|section:[1-9]\d{0,2} (highest|lowest))$/.test(value)

const guide = z.strictObject({
  key,
  title: text(120),
  for: z.enum(['buyer', 'respondent', 'team']),
  when: z.custom<GuideCondition>(isCondition, 'debe ser always o section:<id> highest|lowest'),
  blocks,
})

const material = z.strictObject({ key, title: text(120), kind: z.enum(['document', 'sheet', 'lesson']), blocks })

const hasOwnKeys = (parts: readonly { key: string }[]): boolean =>
  new Set(parts.map(part => part.key)).size === parts.length

/** The guides and materials of a product, as content/deliverables/ has them and `assessments.deliverables` keeps them. */
export const deliverablesSchema = z.strictObject({
  guides: z.array(guide).max(20).refine(hasOwnKeys, 'dos guías tienen la misma clave'),
  materials: z.array(material).max(30).refine(hasOwnKeys, 'dos materiales tienen la misma clave'),
}) satisfies z.ZodType<Deliverables>

/** A file of content/deliverables/: what one product of the demo shop delivers. */
export const deliverablesFileSchema = deliverablesSchema.extend({ slug: key })

/** What keeps each outcome of a product, in their order, as stored in `assessments.kept_by`. */
export const keptBySchema = z.array(z.array(z.string()))
