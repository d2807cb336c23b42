import { sql, type Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ResultMode } from '#app/platform/database/values.ts'

type ModeOutcome = 'changed' | 'unchanged' | 'invited' | 'missing'

/**
 * Sets how the acting buyer's company purchase is read, in one guarded function of the database, until its first invitation.
 * False: the user manages no such purchase. @throws Refusal once an invitation was sent
 */
export async function changeResultMode(tx: Transaction<DB>, itemId: string, mode: ResultMode): Promise<boolean> {
  const { rows } = await sql<{ outcome: ModeOutcome }>`
    select private.choose_result_mode(${itemId}::uuid, ${mode}) as outcome`.execute(tx)
  const outcome = rows[0]?.outcome ?? 'missing'
  if (outcome === 'invited') {
    return refuse(
      'Ya enviaste invitaciones, y cada una dice quién verá las respuestas: el modo quedó fijo desde la primera.',
    )
  }
  if (outcome === 'changed') {
    await writeAudit(tx, {
      action: 'result_mode_chosen',
      entity: 'order_items',
      entity_id: itemId,
      before: { result_mode: mode === 'confidential' ? 'nominative' : 'confidential' },
      after: { result_mode: mode },
    })
  }
  return outcome !== 'missing'
}
