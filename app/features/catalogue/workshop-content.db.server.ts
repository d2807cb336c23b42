import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { type WorkshopContent, workshopContentSchema } from './workshop-content.schema.ts'
import { findWorkshop, type WorkshopProgram } from './workshops.server.ts'

/** What a workshop delivers: as an administrator wrote it, else as content/workshops.es.json has it. */
export function contentOfRow(row: { slug: string; workshop_content: unknown }): WorkshopContent | undefined {
  return row.workshop_content === null ? findWorkshop(row.slug) : workshopContentSchema.parse(row.workshop_content)
}

/** The content of a workshop, by its product's id; undefined while it is still to be written. It is nobody's data. */
async function findWorkshopContent(db: Kysely<DB>, productId: string): Promise<WorkshopContent | undefined> {
  const row = await db
    .selectFrom('assessments')
    .select(['slug', 'workshop_content'])
    .where('id', '=', productId)
    .where('type', '=', 'workshop')
    .executeTakeFirst()
  const content = row && contentOfRow(row)
  return content && content.agenda.length > 0 ? content : undefined
}

/** The part of it that its pages show. */
export async function findProductProgram(db: Kysely<DB>, productId: string): Promise<WorkshopProgram | undefined> {
  const content = await findWorkshopContent(db, productId)
  if (!content) return undefined
  const { agenda, preparation, materials, facilitatorProfile } = content
  return { agenda, preparation, materials, facilitatorProfile }
}
