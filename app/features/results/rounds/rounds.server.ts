import { type RawBuilder, sql, type Transaction } from 'kysely'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { FrozenTallies, Round } from './cut-round.ts'
import type { KeyedGroup } from './reporting-groups.ts'

/** An account that completed a confidential item and is in no round, as the database stores it. */
export type StoredAccount = {
  run_id: string
  email: string
  area: string
  position: string
  area_name: string
  position_name: string
  questionnaire_id: string
  version: number
  /** Per closed question of its version, in order; null without an answer. */
  options: (number | null)[]
  open_fields: string[]
  /** When the first and the last answer were saved, in seconds. */
  first: number
  last: number
  browsers: string[]
  networks: string[]
}

export type LockedRound = {
  /** The number of the next round. */
  next: number
  /** E-mails of whoever bought or invited: their mailboxes are no participants'. */
  inviters: string[]
  accounts: StoredAccount[]
  /** The groups that the buyer defined before inviting; empty: every area is its own. */
  groups: readonly KeyedGroup[]
}

/** As the shop: what the next round of a confidential item is cut from. Locks the item until the transaction ends. */
export async function lockRound(tx: Transaction<DB>, itemId: string): Promise<LockedRound | undefined> {
  const { rows } = await sql<{ held: LockedRound | null }>`select private.hold_round(${itemId}::uuid) as held`.execute(
    tx,
  )
  return rows[0]?.held ?? undefined
}

type ClosedRound = {
  itemId: string
  number: number
  questionnaire: { id: string; version: number }
  round: Round
  /** Whom each account counts as. */
  people: ReadonlyMap<string, string>
  now: Date
}

/** As the shop: stores a round. The database refuses a block of fewer than five people, and anybody counted before. */
export async function insertRound(
  tx: Transaction<DB>,
  { itemId, number, questionnaire, round, people, now }: ClosedRound,
): Promise<void> {
  const counted = round.blocks.flatMap(({ run_ids }, block) =>
    run_ids.map(run_id => ({ run_id, person: people.get(run_id), block })),
  )
  await sql`select private.close_round(${itemId}::uuid, ${number}, ${questionnaire.id}, ${questionnaire.version},
    ${storableJson(counted)}::jsonb, ${storableJson(round.tallies)}::jsonb, ${round.text_fields}::text[], ${now})`.execute(
    tx,
  )
}

export type PublishedRound = {
  order_item_id: string
  /** From 1, in the order of their closing. */
  number: number
  closed_at: Date
  questionnaire_id: string
  questionnaire_version: number
  tallies: FrozenTallies
}

/** The closed rounds of items whose results the acting user may read, in order. */
export async function findRounds(tx: Transaction<DB>, itemIds: RawBuilder<string[]>): Promise<PublishedRound[]> {
  const { rows } = await sql<PublishedRound>`select * from private.item_rounds(${itemIds})`.execute(tx)
  return rows
}
