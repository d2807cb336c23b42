import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import workshopsData from '#content/workshops.es.json' with { type: 'json' }
import { type Workshop, workshopsFileSchema } from './catalogue-schema.server.ts'
import { readDeliverables } from './deliverables.server.ts'
import { lessonTitle } from './material-names.ts'
import { type WorkshopContent, workshopContentSchema } from './workshop-content-schema.server.ts'

const { workshops } = workshopsFileSchema.parse(workshopsData)

/** A demo workshop's content until an administrator writes one, by its product's first slug. */
export const findWorkshop = (slug: string): Workshop | undefined => workshops.find(workshop => workshop.slug === slug)

export type WorkshopProgram = Pick<Workshop, 'agenda' | 'preparation' | 'materials' | 'facilitatorProfile'>

/** A workshop's content: an administrator's, or else that of content/workshops.es.json. */
export function contentOfRow(row: { slug: string; workshop_content: unknown }): WorkshopContent | undefined {
  return row.workshop_content === null ? findWorkshop(row.slug) : workshopContentSchema.parse(row.workshop_content)
}

/** The contents of workshops by their current slugs, in one query. */
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

/** The content of one workshop by its current slug; undefined while there is none. */
export const findWorkshopContent = async (db: Kysely<DB>, slug: string): Promise<WorkshopContent | undefined> =>
  (await findWorkshopContents(db, [slug])).get(slug)

/** The part of a content that a workshop's pages show; undefined while its agenda is empty. */
export function programOf(content: WorkshopContent | undefined): WorkshopProgram | undefined {
  if (!content || content.agenda.length === 0) return undefined
  const { agenda, preparation, materials, facilitatorProfile } = content
  return { agenda, preparation, materials, facilitatorProfile }
}

/** A workshop before it is bought: its lessons by their titles, where it is done at one's own pace, apart from its other materials. */
export type SoldProgram = WorkshopProgram & { lessons: readonly string[] }

/** The program that a workshop's page in the shop shows, by its product's id. It is public data. */
export async function findProductProgram(db: Kysely<DB>, productId: string): Promise<SoldProgram | undefined> {
  const row = await db
    .selectFrom('assessments')
    .select(['slug', 'workshop_content', 'deliverables'])
    .where('id', '=', productId)
    .where('type', '=', 'workshop')
    .executeTakeFirst()
  const content = row && contentOfRow(row)
  const program = programOf(content)
  if (!(row && content && program)) return undefined
  const { materials } = readDeliverables(row.deliverables)
  const lessons = content.selfPaced ? materials.filter(({ kind }) => kind === 'lesson') : []
  const titles = new Set(lessons.map(({ title }) => title))
  return {
    ...program,
    materials: program.materials.filter(title => !titles.has(title)),
    lessons: lessons.map(lessonTitle),
  }
}
