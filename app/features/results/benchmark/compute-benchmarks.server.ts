import { type Kysely, sql, type Transaction } from 'kysely'
import { findNewestQuestionnaire, findVersions } from '#app/features/questionnaires/questionnaires.server.ts'
import { storableJson } from '#app/kernel/text.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Sector } from './benchmark.ts'
import { countMissing, type Edition, figuresOf, nextEdition } from './editions.ts'
import { askedDigest, type CountedVote, type Measurement, votesOf } from './votes.server.ts'

type Claimed = { questionnaire_id: string; sector: Sector; quarter: string }

/**
 * Computes what organisations are compared with, once in each quarter of Santiago's calendar: one questionnaire and sector a call, each in a
 * transaction of its own, so that what was interrupted is computed by the next call.
 * @returns how many were computed, so that the worker continues while there are more.
 */
export function computeBenchmarks(db: Kysely<DB>, now: Date): Promise<number> {
  return asActor(db, SYSTEM, async tx => {
    const { rows } = await sql<Claimed>`
      select questionnaire_id, sector, quarter::text from private.claim_benchmark(${now})`.execute(tx)
    const [claimed] = rows
    if (!claimed) return 0
    await compute(tx, claimed, now)
    return 1
  })
}

async function compute(tx: Transaction<DB>, { questionnaire_id: id, sector, quarter }: Claimed, now: Date) {
  const newest = await findNewestQuestionnaire(tx, id)
  if (!newest) return
  const asked = askedDigest(newest)
  const versions = (await findVersions(tx, id)).filter(version => askedDigest(version) === asked)
  const sections = newest.sections.map(section => section.id)
  const voted = votesOf(await findMeasurements(tx, id, sector, now), {
    sector,
    sections,
    versions: new Set(versions.map(({ version }) => version)),
  })
  const votes = await writeVotes(tx, { questionnaire_id: id, sector, quarter }, voted)
  await sql`select private.count_benchmark(${id}, ${sector}, ${votes.length}, ${countMissing(votes)})`.execute(tx)
  const edition = nextEdition(votes, await findEditions(tx, id, sector, asked))
  if (!edition) return
  const kept = votes.map(({ organisation, company, hand, measurement, size }) => ({
    organisation,
    company,
    hand,
    measurement,
    size,
  }))
  await sql`select private.publish_benchmark(${id}, ${sector}, ${quarter}::date, ${asked}, ${storableJson(kept)}::jsonb,
    ${[...edition.sizes]}::text[], ${storableJson(figuresOf(edition, [0, ...sections]))}::jsonb, ${now})`.execute(tx)
}

async function findMeasurements(tx: Transaction<DB>, id: string, sector: Sector, now: Date): Promise<Measurement[]> {
  const { rows } = await sql<Measurement>`
    select * from private.benchmark_measurements(${id}, ${sector}, ${now})`.execute(tx)
  return rows
}

/** Writes who votes. @returns the votes that count: not those of a company that voted in another sector of this quarter */
async function writeVotes(
  tx: Transaction<DB>,
  { questionnaire_id, sector, quarter }: Claimed,
  votes: readonly CountedVote[],
): Promise<CountedVote[]> {
  const written = votes.map(({ company_id, organisation_id, size }) => ({ company_id, organisation_id, size }))
  const { rows } = await sql<{ company_id: string }>`
    select company_id from private.write_benchmark_votes(${questionnaire_id}, ${sector}, ${quarter}::date,
      ${storableJson(written)}::jsonb) as company_id`.execute(tx)
  const counted = new Set(rows.map(({ company_id }) => company_id))
  return votes.filter(({ company_id }) => counted.has(company_id))
}

async function findEditions(tx: Transaction<DB>, id: string, sector: Sector, asked: string): Promise<Edition[]> {
  const { rows } = await sql<Edition>`select * from private.benchmark_history(${id}, ${sector}, ${asked})`.execute(tx)
  return rows
}
