import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import workshopsData from '#content/workshops.es.json' with { type: 'json' }
import { type Workshop, workshopsFileSchema } from './catalogue.schema.ts'
import { type WorkshopContent, workshopContentSchema } from './workshop-content.schema.ts'

const { workshops } = workshopsFileSchema.parse(workshopsData)

/** What a workshop of the demo delivers while no administrator has written it, by its product's first slug. */
export const findWorkshop = (slug: string): Workshop | undefined => workshops.find(workshop => workshop.slug === slug)

export type WorkshopProgram = Pick<Workshop, 'agenda' | 'preparation' | 'materials' | 'facilitatorProfile'>

/** What a workshop delivers: as an administrator wrote it, else as content/workshops.es.json has it. */
export function contentOfRow(row: { slug: string; workshop_content: unknown }): WorkshopContent | undefined {
  return row.workshop_content === null ? findWorkshop(row.slug) : workshopContentSchema.parse(row.workshop_content)
}

/** The contents of workshops by their slugs of today, in one look. */
export async function findWorkshopContents(
  db: Kysely<DB>,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, WorkshopContent>> {
  const rows = await db
    .selectFrom('assessments')
    .select(['slug', 'workshop_content'])
    .where('slug', '=', sql<string>`any(${slugs}::text[])`)
    .where('type', '=', 'workshop')
    .execute()
  const found = rows.map(row => [row.slug, contentOfRow(row)] as const)
  return new Map(found.flatMap(([slug, content]) => (content ? [[slug, content] as const] : [])))
}

/** The content of one workshop by its slug of today; undefined while it is still to be written. */
export const findWorkshopContent = async (db: Kysely<DB>, slug: string): Promise<WorkshopContent | undefined> =>
  (await findWorkshopContents(db, [slug])).get(slug)

/** The part of a content that a workshop's pages show; undefined while no block of it is written. */
export function programOf(content: WorkshopContent | undefined): WorkshopProgram | undefined {
  if (!content || content.agenda.length === 0) return undefined
  const { agenda, preparation, materials, facilitatorProfile } = content
  return { agenda, preparation, materials, facilitatorProfile }
}

/** What the page of a workshop shows of it, by its product's id. It is nobody's data. */
export async function findProductProgram(db: Kysely<DB>, productId: string): Promise<WorkshopProgram | undefined> {
  const row = await db
    .selectFrom('assessments')
    .select(['slug', 'workshop_content'])
    .where('id', '=', productId)
    .where('type', '=', 'workshop')
    .executeTakeFirst()
  return programOf(row && contentOfRow(row))
}
