import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { ShopFacts } from './first-steps.ts'

/** What has been set up in the shop. For the scope `admin`, which alone reads all of it; the cost does not grow with the shop. */
export async function findShopFacts(tx: Transaction<DB>): Promise<ShopFacts> {
  const { rows } = await sql<ShopFacts>`select
    exists (select from text_overrides where kind = 'setting' and key = 'seller') as seller,
    exists (select from text_overrides where kind = 'setting' and key = 'transfer') as transfer,
    exists (select from mails where sent_at is not null) as mail,
    exists (select from assessments where status = 'active' and deleted_at is null) as product,
    exists (select from discount_codes) as discount,
    private.last_backup_at() is not null as backup`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error('A query without a table has one row')
  return facts
}
