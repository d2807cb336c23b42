import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { activityFields } from './processing-activities.ts'

/** The forms of an activity's page. */
export const activityForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('save'), ...shapeOf(activityFields) }),
  z.object({ intent: z.literal('archive') }),
  z.object({ intent: z.literal('restore') }),
])

export type ActivityCommand = z.output<typeof activityForm>

type Admin = Extract<Actor, { kind: 'admin' }>

const activities = (tx: Transaction<DB>) =>
  tx
    .selectFrom('processing_activities')
    .select([
      'id',
      'name',
      'capacity',
      'purposes',
      'legal_basis',
      'subjects',
      'data_categories',
      'recipients',
      'retention',
      'safeguards',
      'archived_at',
      'updated_at',
    ])

export type ProcessingActivity = Awaited<ReturnType<ReturnType<typeof activities>['executeTakeFirstOrThrow']>>

/** The record of processing, archived activities last. For the staff. */
export const listActivities = (tx: Transaction<DB>): Promise<ProcessingActivity[]> =>
  activities(tx)
    .orderBy('archived_at', order => order.desc().nullsFirst())
    .orderBy('position')
    .orderBy('name')
    .execute()

export const findActivity = (tx: Transaction<DB>, id: string): Promise<ProcessingActivity | undefined> =>
  activities(tx).where('id', '=', id).executeTakeFirst()

/** Saves an activity, a new one without an id, archives it or restores it. @returns its id */
export function changeActivity(
  db: Kysely<DB>,
  { actor, id, command, now }: { actor: Admin; id: string | undefined; command: ActivityCommand; now: Date },
): Promise<string> {
  return asActor(db, actor, async tx => {
    const stamp = { updated_at: now, updated_by: actor.userId }
    const { intent, ...fields } = command
    if (id === undefined) {
      if (command.intent !== 'save') refuse('Este tratamiento ya no existe.')
      const { intent: _, ...values } = command
      const added = await tx
        .insertInto('processing_activities')
        .values({ ...values, position: 100, ...stamp })
        .returning('id')
        .executeTakeFirstOrThrow()
      await writeAudit(tx, entry('processing_activity_saved', added.id, undefined, values))
      return added.id
    }
    const before = await findActivity(tx, id)
    if (!before) refuse('Este tratamiento ya no existe.')
    const change = intent === 'save' ? fields : { archived_at: intent === 'archive' ? now : null }
    await tx
      .updateTable('processing_activities')
      .set({ ...change, ...stamp })
      .where('id', '=', id)
      .execute()
    const { id: _, updated_at, archived_at, ...texts } = before
    await writeAudit(
      tx,
      intent === 'save' ? entry('processing_activity_saved', id, texts, fields) : entry(ARCHIVING[intent], id),
    )
    return id
  })
}

const ARCHIVING = { archive: 'processing_activity_archived', restore: 'processing_activity_restored' } as const

const entry = (action: string, entity_id: string, before?: object, after?: object) => ({
  action,
  entity: 'processing_activities',
  entity_id,
  ...(before && { before }),
  ...(after && { after }),
})
