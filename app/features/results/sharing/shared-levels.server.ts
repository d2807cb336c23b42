import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import type { LateData } from '#app/mails/mail-params.ts'
import { readAs, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type ToShare, writeShared } from './shared-levels.ts'

/** What the mails with results tell their recipient alone, read as they are sent. */
export const lateLevels = (db: Kysely<DB>): Pick<LateData, 'respondent_results' | 'respondent_team_results'> => ({
  respondent_results: async ({ accessId }) => (accessId === null ? undefined : findSharedLevels(db, accessId, null)),
  async respondent_team_results({ id, accessId }) {
    const round = await findToldRound(db, id)
    const found = accessId === null || round === undefined ? undefined : await findSharedLevels(db, accessId, round)
    return found?.nivel_general_equipo === undefined
      ? undefined
      : { ...found, nivel_general_equipo: found.nivel_general_equipo }
  },
})

const toldRound = z.object({ numero_ronda: z.coerce.number().int().min(1) })

/** The round that a mail is about; its row names it, because everybody gets the same. */
async function findToldRound(db: Kysely<DB>, mailId: string): Promise<number | undefined> {
  const mail = await readAs(db, SYSTEM, tx =>
    tx.selectFrom('mails').select('params').where('id', '=', mailId).executeTakeFirst(),
  )
  return toldRound.safeParse(mail?.params).data?.numero_ronda
}

/**
 * Undefined where the answers were erased, blocked or never shared.
 * @param ofRound one that was published after the own levels had been sent; null: the one that counts the person
 */
async function findSharedLevels(db: Kysely<DB>, accessId: string, ofRound: number | null) {
  const found = await readAs(db, SYSTEM, async tx => {
    const { rows } = await sql<{ found: ToShare | null }>`
      select private.results_to_share(${accessId}::uuid, ${ofRound}::integer) as found`.execute(tx)
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
