import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { isShown, quartilesAt } from '#app/features/results/benchmark/benchmark.ts'
import { type StoredBenchmark, showBenchmark } from '#app/features/results/benchmark/shown-benchmark.server.ts'
import { type Change, direction } from '#app/features/results/change/change.ts'
import { compare, type Measured, type PairedSums } from '#app/features/results/change/compare.server.ts'
import type { Baseline } from '#app/features/results/change/comparison.ts'
import { agreementWord, differenceText } from '#app/features/results/consolidated/agreement.ts'
import {
  type CountedItem,
  type StoredTallies,
  toCountedItem,
} from '#app/features/results/consolidated/consolidated.server.ts'
import { type ConsolidatedFigures, writeConsolidated } from '#app/features/results/consolidated/consolidated.ts'
import { type OwnTargets, withTargets } from '#app/features/results/targets/targets.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { apiPlan } from './api-plan.server.ts'
import type { consolidatedSchema } from './api-schema.server.ts'

type Consolidated = z.input<typeof consolidatedSchema>

type StoredComparison = {
  baseline: Omit<Baseline, 'measured_at'> & { measured_at: string }
  tallies: StoredTallies
  pairs: PairedSums[]
}

/** The figures of a nominative item as its page shows them; undefined for any other one, and while nobody has completed. */
export async function apiConsolidated(tx: Transaction<DB>, itemId: string): Promise<Consolidated | undefined> {
  const { rows } = await sql<{
    tallies: (StoredTallies & OwnTargets) | null
    comparison: StoredComparison | null
    benchmark: StoredBenchmark | null
  }>`
    select private.api_tallies(${itemId}::uuid) as tallies, private.api_comparison(${itemId}::uuid) as comparison,
      private.api_benchmark(${itemId}::uuid) as benchmark`.execute(tx)
  const [stored] = rows
  const own = stored?.tallies && (await measured(tx, stored.tallies, stored.tallies))
  if (!own) return undefined
  const { questionnaire, figures } = own
  return {
    order_item_id: itemId,
    questionnaire: { id: questionnaire.id, version: questionnaire.version },
    people: figures.people,
    overall_level: figures.overall.mean,
    agreement: figures.agreement,
    evidence: figures.evidence,
    ...differences(figures, 0),
    sections: figures.sections.map(({ title, mean, target, distance, agreement, evidence, questions }, index) => ({
      title,
      level: mean,
      target,
      distance,
      agreement,
      evidence,
      ...differences(figures, index + 1),
      questions: questions.map(({ number, field, mean: level, agreement: figure, evidence: shown }) => ({
        number,
        field,
        level,
        agreement: figure,
        agreement_word: figure === null ? null : agreementWord(figure),
        evidence: shown,
      })),
    })),
    comparison: await comparisonWith(tx, own, stored.comparison),
    benchmark: benchmarkOf(stored.benchmark, own),
    plan: await apiPlan(tx, itemId, own),
  }
}

/**
 * The figures of a nominative item; undefined while nobody has completed it.
 * @param own its own targets; the questionnaire's without them
 */
async function measured(
  tx: Transaction<DB>,
  stored: StoredTallies,
  own?: OwnTargets,
): Promise<(Measured & { tallies: CountedItem }) | undefined> {
  const { questionnaire_id: id, questionnaire_version: version } = stored
  if (id === null || version === null) return undefined
  const published = await findQuestionnaire(tx, id, version)
  if (!published) throw new Error(`No questionnaire ${id} version ${version}`)
  const questionnaire = own ? withTargets(published, own) : published
  const tallies = { ...toCountedItem(stored, []), texts: [] }
  return {
    questionnaire,
    figures: writeConsolidated(questionnaire, tallies, 'nominative'),
    tallies,
    mode: 'nominative',
  }
}

function benchmarkOf(stored: StoredBenchmark | null, { questionnaire }: Measured): Consolidated['benchmark'] {
  const shown = showBenchmark(stored, questionnaire)
  if (!isShown(shown)) return null
  const { sector, size, organisations, quarter } = shown
  const quartiles = (section: number) => {
    const { q1, median, q3 } = quartilesAt(shown, section) ?? { q1: null, median: null, q3: null }
    return { q1, median, q3 }
  }
  return {
    sector,
    size,
    organisations,
    quarter,
    overall: quartiles(0),
    sections: questionnaire.sections.map(({ id, title }) => ({ title, ...quartiles(id) })),
  }
}

async function comparisonWith(
  tx: Transaction<DB>,
  own: Measured,
  stored: StoredComparison | null,
): Promise<Consolidated['comparison']> {
  const earlier = stored && (await measured(tx, stored.tallies))
  if (!earlier) return null
  const baseline = { ...stored.baseline, measured_at: new Date(stored.baseline.measured_at) }
  const { method, overall, sections } = compare(own, { ...earlier, baseline }, stored.pairs)
  if (method === 'shown' || sections.length === 0) return null
  const changed = ({ before, now, change, interval, pairs }: Change) => ({
    before,
    now,
    change,
    direction: direction({ change, interval }),
    interval,
    pairs,
  })
  return {
    order_item_id: baseline.order_item_id,
    order_number: baseline.order_number,
    people: earlier.figures.people,
    method,
    overall: overall && changed(overall),
    sections: sections.map(({ area: title, ...section }) => ({ title, ...changed(section) })),
  }
}

/** @param at 0 the general level, from 1 the sections in their order. */
const differences = (figures: ConsolidatedFigures, at: number) => ({
  variance_between_areas: figures.areas.between[at] ?? null,
  variance_between_positions: figures.positions.between[at] ?? null,
  difference: differenceText(figures, at),
})
