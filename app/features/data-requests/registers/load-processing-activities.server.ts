import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/database/schema.ts'

const text = z.string().trim().min(1).max(3000)

const contentSchema = z.object({
  activities: z
    .array(
      z.strictObject({
        key: z.string().regex(/^[a-z_]{1,60}$/),
        name: text.max(160),
        capacity: z.enum(['controller', 'processor']),
        purposes: text,
        legal_basis: text,
        subjects: text,
        data_categories: text,
        recipients: text,
        retention: text,
        safeguards: text,
      }),
    )
    .min(1),
})

/**
 * Adds the release's processing activities that the record lacks; edited and archived ones stay as they are.
 * @param db works as the owner. @param content the folder of content/processing-activities.es.json
 */
export async function loadProcessingActivities(db: Kysely<DB>, content: string, now: Date): Promise<void> {
  const file = await readFile(join(content, 'processing-activities.es.json'), 'utf8')
  const { activities } = contentSchema.parse(JSON.parse(file))
  await db
    .insertInto('processing_activities')
    .values(activities.map((activity, index) => ({ ...activity, position: index + 1, updated_at: now })))
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
}
