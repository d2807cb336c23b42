import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { PartsInUse } from './section-tabs.tsx'

/**
 * Which parts of the back office that a shop may never need are needed: those with a first row, and the reconciliation also once a real card
 * has paid. One statement, which stops at the first row of each; of what the scope may not read it knows no row, and shows no tab.
 */
export async function partsInUse(tx: Transaction<DB>): Promise<PartsInUse> {
  const { rows } = await sql<PartsInUse>`select
    exists (select from chargebacks) as chargebacks,
    exists (select from gateway_reports)
      or exists (select from reconciliation_days where gateway = 'webpay') as reconciliation,
    exists (select from data_breaches) as breaches,
    exists (select from webhook_endpoints) as webhooks`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('A statement without a condition returned no row')
  return found
}

/** What a list's screen in such a section loads besides. */
export const withParts = async ({ tx }: { tx: Transaction<DB> }): Promise<{ inUse: PartsInUse }> => ({
  inUse: await partsInUse(tx),
})
