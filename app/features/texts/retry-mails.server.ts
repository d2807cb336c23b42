import type { Kysely } from 'kysely'
import { writeAudits } from '#app/features/audit/audit.db.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { requeueMails } from './delivery-state.db.server.ts'
import type { Editor } from './save-text.server.ts'

/**
 * Tries mails again that were given up. What was sent, or tried again by somebody else, meanwhile stays as it is; so do mails that
 * were emptied with the link that they held.
 * @returns how many are tried again.
 */
export const retryMails = (
  { db }: { db: Kysely<DB> },
  { editor, ids }: { editor: Editor; ids: readonly string[] },
): Promise<number> =>
  asActor(db, editor, async tx => {
    const retried = await requeueMails(tx, ids)
    if (retried.length > 0) {
      await writeAudits(
        tx,
        retried.map(id => ({
          action: 'mail_retried',
          entity: 'mail',
          entity_id: id,
          before: { status: 'failed' },
          after: { status: 'queued' },
        })),
      )
    }
    return retried.length
  })
