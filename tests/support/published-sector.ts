import type { Pool } from 'pg'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import type { Sector } from '#app/features/results/benchmark/benchmark.ts'
import { askedDigest } from '#app/features/results/benchmark/votes.server.ts'

type Published = {
  organisation: string
  sector: Sector
  questionnaire: Pick<Questionnaire, 'id' | 'sections'>
}

/** What the job leaves after a quarter in which an organisation and thirteen others counted: 2.1 – 2.6 – 3.1 everywhere. */
export async function publishSector(pool: Pool, { organisation, sector, questionnaire }: Published): Promise<void> {
  const { id, sections } = questionnaire
  await pool.query("insert into private.benchmark_counts values ($1, $2, '2026-10-01', 14, 0)", [id, sector])
  await pool.query("insert into private.benchmark_votes values ($1, $2, $2, $3, 'medium', '2026-10-01')", [
    id,
    organisation,
    sector,
  ])
  const { rows } = await pool.query<{ id: string }>(
    `insert into private.benchmark_editions (questionnaire_id, sector, quarter, asked, votes, sizes, computed_at)
     values ($1, $2, '2026-10-01', $3, $4, '{}', now()) returning id`,
    [id, sector, askedDigest(questionnaire), JSON.stringify(Array.from({ length: 14 }, () => ({})))],
  )
  const areas = [{ id: 0 }, ...sections].map(section => ({ section: section.id, q1: 2.1, median: 2.6, q3: 3.1 }))
  await pool.query('insert into private.benchmarks values ($1, null, 14, $2)', [rows[0]?.id, JSON.stringify(areas)])
}
