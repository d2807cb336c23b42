import { sql, type Transaction } from 'kysely'
import type { HeldPrices } from '#app/features/cart/held-prices.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Quotation, QuotationBuyer, QuotationLine } from './quotations.ts'

/** Serialises this buyer's quotations until the transaction ends, so that the daily limit holds. */
export async function lockQuotations(tx: Transaction<DB>, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 15))`.execute(tx)
}

/** The quotation that a form has created already. */
export async function findByKey(tx: Transaction<DB>, userId: string, key: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('quotations')
    .select('id')
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row?.id
}

/** How many quotations a person has made since an instant. */
export async function countQuotationsSince(tx: Transaction<DB>, userId: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('quotations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('issued_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export type NewQuotation = Omit<Quotation, 'id' | 'number' | 'isBought' | 'vatText'> & {
  userId: string
  key: string
  termsVersion: string
}

/** Inserts a quotation with its lines; the database assigns its number. Returns its id. */
export async function insertQuotation(tx: Transaction<DB>, quotation: NewQuotation): Promise<string> {
  const { seller, buyer, userId } = quotation
  const { id } = await tx
    .insertInto('quotations')
    .values({
      user_id: userId,
      idempotency_key: quotation.key,
      issued_at: quotation.issuedAt,
      valid_until: quotation.validUntil,
      subtotal_clp: quotation.subtotal_clp,
      discount_clp: quotation.discount_clp,
      discount_code: quotation.discount_code,
      total_clp: quotation.total_clp,
      net_clp: quotation.net_clp,
      vat_clp: quotation.vat_clp,
      seller_name: seller.name,
      seller_rut: seller.rut,
      seller_address: seller.address,
      seller_email: seller.email,
      buyer_name: buyer.name,
      buyer_email: buyer.email,
      buyer_phone: buyer.phone,
      company_name: buyer.company,
      company_rut: buyer.rut,
      company_address: buyer.address,
      reference: buyer.reference,
      terms_version: quotation.termsVersion,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('quotation_lines')
    .values(
      quotation.lines.map(({ product_id, repeats, ...line }, position) => ({
        ...line,
        repeats_order_item_id: repeats ?? null,
        quotation_id: id,
        user_id: userId,
        assessment_id: product_id,
        position,
      })),
    )
    .execute()
  return id
}

const isBought = sql<boolean>`exists (
  select from orders where orders.quotation_id = quotations.id and orders.status in ('paid', 'charged_back'))`.as(
  'is_bought',
)

const quotations = (tx: Transaction<DB>) => tx.selectFrom('quotations').selectAll('quotations').select(isBought)

/** The buyer's own quotation; another user's id returns nothing. */
export async function ownQuotation(tx: Transaction<DB>, userId: string, id: string): Promise<Quotation | undefined> {
  const row = await quotations(tx).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  return row && toQuotation(tx, row)
}

/** The quotation of an open link, for its holder: row-level security shows no other one. */
export async function linkedQuotation(tx: Transaction<DB>, id: string): Promise<Quotation | undefined> {
  const row = await quotations(tx).where('id', '=', id).executeTakeFirst()
  return row && toQuotation(tx, row)
}

type QuotationRow = Awaited<ReturnType<ReturnType<typeof quotations>['execute']>>[number]

async function toQuotation(tx: Transaction<DB>, row: QuotationRow): Promise<Quotation> {
  return {
    id: row.id,
    number: row.number,
    issuedAt: row.issued_at,
    validUntil: row.valid_until,
    lines: await findQuotationLines(tx, row.id),
    subtotal_clp: row.subtotal_clp,
    discount_clp: row.discount_clp,
    discount_code: row.discount_code,
    total_clp: row.total_clp,
    net_clp: row.net_clp,
    vat_clp: row.vat_clp,
    vatText: row.vat_text,
    seller: { name: row.seller_name, rut: row.seller_rut, address: row.seller_address, email: row.seller_email },
    buyer: {
      name: row.buyer_name,
      email: row.buyer_email,
      phone: row.buyer_phone,
      company: row.company_name,
      rut: row.company_rut,
      address: row.company_address,
      reference: row.reference,
    },
    isBought: row.is_bought,
  }
}

/** The lines of a quotation as it was issued. */
export async function findQuotationLines(tx: Transaction<DB>, quotationId: string): Promise<QuotationLine[]> {
  const rows = await tx
    .selectFrom('quotation_lines')
    .select([
      'assessment_id as product_id',
      'name',
      'mode',
      'seats',
      'base_price_clp',
      'total_clp',
      'pricing_band',
      'per_extra_rate',
      'repeats_order_item_id as repeats',
    ])
    .where('quotation_id', '=', quotationId)
    .orderBy('position')
    .execute()
  return rows.map(({ repeats, ...row }) => ({
    ...row,
    per_extra_rate: Number(row.per_extra_rate),
    ...(repeats !== null && { repeats }),
  }))
}

/** The held prices of the buyer's own quotation; undefined when the buyer has no such quotation. */
export async function findHeldPrices(tx: Transaction<DB>, userId: string, id: string): Promise<HeldPrices | undefined> {
  const row = await tx
    .selectFrom('quotations')
    .select(['id', 'number', 'valid_until'])
    .select(isBought)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      number: row.number,
      validUntil: row.valid_until,
      isBought: row.is_bought,
      lines: await findQuotationLines(tx, id),
    }
  )
}

export type QuotationSummary = Pick<
  Quotation,
  'id' | 'number' | 'issuedAt' | 'validUntil' | 'total_clp' | 'isBought'
> & {
  company: string | null
  lines: number
}

/** Quotations per page of the list. */
export const LIST_SIZE = 20

/** One page of the buyer's own quotations, newest first, and their number. */
export async function ownQuotations(
  tx: Transaction<DB>,
  userId: string,
  page: number,
): Promise<{ quotations: QuotationSummary[]; count: number }> {
  const own = tx.selectFrom('quotations').where('user_id', '=', userId)
  const counted = own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const listed = own
    .select(['id', 'number', 'issued_at', 'valid_until', 'total_clp', 'company_name'])
    .select(isBought)
    .select(({ selectFrom }) =>
      selectFrom('quotation_lines')
        .whereRef('quotation_lines.quotation_id', '=', 'quotations.id')
        .select(({ fn }) => fn.countAll<number>().as('lines'))
        .as('lines'),
    )
    .orderBy('issued_at', 'desc')
    .orderBy('id')
    .limit(LIST_SIZE)
    .offset((page - 1) * LIST_SIZE)
    .execute()
  const [{ count }, rows] = await Promise.all([counted, listed])
  return {
    count,
    quotations: rows.map(row => ({
      id: row.id,
      number: row.number,
      issuedAt: row.issued_at,
      validUntil: row.valid_until,
      total_clp: row.total_clp,
      isBought: row.is_bought,
      company: row.company_name,
      lines: row.lines ?? 0,
    })),
  }
}

/** The buyer's last data: of a quotation, or else of an order's tax document. */
export async function lastBuyerData(
  tx: Transaction<DB>,
  userId: string,
): Promise<Pick<QuotationBuyer, 'company' | 'rut' | 'address'> | undefined> {
  return (
    (await tx
      .selectFrom('quotations')
      .select(['company_name as company', 'company_rut as rut', 'company_address as address'])
      .where('user_id', '=', userId)
      .orderBy('issued_at', 'desc')
      .limit(1)
      .executeTakeFirst()) ??
    (await tx
      .selectFrom('orders')
      .select([
        sql<string | null>`coalesce(billing_name, company_name)`.as('company'),
        'billing_rut as rut',
        sql<string | null>`billing_address || ', ' || billing_commune`.as('address'),
      ])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst())
  )
}

/**
 * How many mails with a link to a quotation were queued since an instant. Runs as the shop: a buyer can't see mails.
 */
export async function countMailsSince(tx: Transaction<DB>, quotationPath: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('template', '=', 'quotation')
    .where(sql<boolean>`params ->> 'enlace_cotizacion' = ${quotationPath}`)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}
