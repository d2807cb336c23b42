import { type Kysely, sql } from 'kysely'
import { findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import type { LateData } from '#app/mails/mail-params.ts'
import { readAs, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type ToShare, writeShared } from './shared-levels.ts'

/** What a mail with results tells its recipient alone, read as it is sent. */
export const lateLevels = (db: Kysely<DB>): Pick<LateData, 'respondent_results'> => ({
  respondent_results: async ({ accessId }) => (accessId === null ? undefined : findSharedLevels(db, accessId)),
})

/** Undefined where the answers were erased, blocked or never shared. */
async function findSharedLevels(db: Kysely<DB>, accessId: string) {
  const found = await readAs(db, SYSTEM, async tx => {
    const { rows } = await sql<{ found: ToShare | null }>`
      select private.results_to_share(${accessId}::uuid) as found`.execute(tx)
    return rows[0]?.found ?? undefined
  })
  if (!found) return undefined
  const questionnaire = await findQuestionnaire(db, found.questionnaire_id, found.version)
  if (!questionnaire) throw new Error(`No questionnaire ${found.questionnaire_id} version ${found.version}`)
  const { round } = found
  return writeShared(
    questionnaire,
    found,
    round ? await findQuestionnaire(db, round.questionnaire_id, round.version) : undefined,
  )
}
