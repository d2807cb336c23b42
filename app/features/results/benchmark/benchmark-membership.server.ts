import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { CompanySize, Sector } from './benchmark.ts'

/** What an organisation that takes part says of itself. */
export type BenchmarkMembership = { sector: Sector; size: CompanySize; joined_at: Date }

/** How an organisation for which the acting user buys takes part in the comparison; undefined where it doesn't. */
export async function findBenchmarkMembership(
  tx: Transaction<DB>,
  organisationId: string,
): Promise<BenchmarkMembership | undefined> {
  const { rows } = await sql<BenchmarkMembership>`
    select * from private.benchmark_membership(${organisationId}::uuid)`.execute(tx)
  return rows[0]
}
