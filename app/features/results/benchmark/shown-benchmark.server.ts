import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import type { Benchmark, SectorFigures } from './benchmark.ts'
import { askedDigest } from './votes.server.ts'

/** What the database finds for a purchase; figures with what their areas asked. */
export type StoredBenchmark =
  | Exclude<Benchmark, { state: 'shown' }>
  | ({ state: 'shown'; asked: string } & SectorFigures)

/** The same beside levels of a version; null where that asked something else than what others are compared by. */
export function showBenchmark(stored: StoredBenchmark | null, questionnaire: Questionnaire): Benchmark | null {
  if (stored?.state !== 'shown') return stored
  const { asked, ...figures } = stored
  return asked === askedDigest(questionnaire) ? figures : null
}
