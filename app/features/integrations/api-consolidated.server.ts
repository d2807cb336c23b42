import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { agreementWord, differenceText } from '#app/features/results/consolidated/agreement.ts'
import { type StoredTallies, toCountedItem } from '#app/features/results/consolidated/consolidated.server.ts'
import { type ConsolidatedFigures, writeConsolidated } from '#app/features/results/consolidated/consolidated.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { consolidatedSchema } from './api-schema.server.ts'

type Consolidated = z.input<typeof consolidatedSchema>

/** The figures of a nominative item as its page shows them; undefined for any other one, and while nobody has completed. */
export async function apiConsolidated(tx: Transaction<DB>, itemId: string): Promise<Consolidated | undefined> {
  const { rows } = await sql<{ tallies: StoredTallies | null }>`
    select private.api_tallies(${itemId}::uuid) as tallies`.execute(tx)
  const stored = rows[0]?.tallies
  if (!stored || stored.questionnaire_id === null || stored.questionnaire_version === null) return undefined
  const { questionnaire_id: id, questionnaire_version: version } = stored
  const questionnaire = await findQuestionnaire(tx, id, version)
  if (!questionnaire) throw new Error(`No questionnaire ${id} version ${version}`)
  const figures = writeConsolidated(questionnaire, { ...toCountedItem(stored, []), texts: [] }, 'nominative')
  return {
    order_item_id: itemId,
    questionnaire: { id, version },
    people: figures.people,
    overall_level: figures.overall.mean,
    agreement: figures.agreement,
    ...differences(figures, 0),
    sections: figures.sections.map(({ title, mean, agreement, questions }, index) => ({
      title,
      level: mean,
      agreement,
      ...differences(figures, index + 1),
      questions: questions.map(({ number, field, mean: level, agreement: figure }) => ({
        number,
        field,
        level,
        agreement: figure,
        agreement_word: figure === null ? null : agreementWord(figure),
      })),
    })),
  }
}

/** @param at 0 the general level, from 1 the sections in their order. */
const differences = (figures: ConsolidatedFigures, at: number) => ({
  variance_between_areas: figures.areas.between[at] ?? null,
  variance_between_positions: figures.positions.between[at] ?? null,
  difference: differenceText(figures, at),
})
