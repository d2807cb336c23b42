import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

const SINCE = new Date('2026-01-01T03:00:00Z')

/** Loads the demo shop's codes. Loading them again keeps an administrator's changes. */
export async function loadDemoDiscounts(owner: Kysely<DB>): Promise<void> {
  await owner
    .insertInto('discount_codes')
    .values([
      {
        code: 'BIENVENIDA100',
        name: 'Bienvenida',
        description: 'Descuento total, para probar una compra sin pago.',
        type: 'percentage',
        value: 100,
        valid_from: SINCE,
      },
      {
        code: 'DEMO20',
        name: 'Demostración 20 %',
        description: 'Un quinto menos en toda la compra.',
        type: 'percentage',
        value: 20,
        valid_from: SINCE,
      },
    ])
    .onConflict(conflict => conflict.expression(sql`private.code_key(code)`).doNothing())
    .execute()
}
