import { randomUUID } from 'node:crypto'
import { createQuotation, type QuotationForm } from '#app/features/quotations/create-quotation.server.ts'
import type { TestDatabase } from './database.ts'

export const BUYER_DATA: QuotationForm = {
  buyer_name: 'Ana Rojas',
  buyer_phone: null,
  company_name: 'Empresa de Prueba SpA',
  company_rut: '76192083-9',
  company_address: 'Av. Providencia 1234, Providencia',
  reference: 'SC-4711',
}

type Cart = Parameters<typeof createQuotation>[2]

/** A cart for a quotation, with the total shown to its buyer. */
export const quotationCartOf = (
  choices: Cart['choices'],
  total: number,
  input: Partial<Pick<Cart, 'code' | 'key'>> = {},
): Cart => ({
  choices,
  code: null,
  quotation: null,
  key: randomUUID(),
  expected_total_clp: total,
  ...input,
})

/** A quotation of a buyer; its id. */
export async function createTestQuotation(
  db: TestDatabase['db'],
  user: { id: string; email: string },
  cart: Cart,
  now: Date,
): Promise<string> {
  const created = await createQuotation(db, user, cart, BUYER_DATA, now)
  if (!created.ok) throw new Error(`No quotation: ${created.error.code}`)
  return created.value
}
