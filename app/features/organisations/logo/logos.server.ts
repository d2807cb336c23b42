import { type Kysely, sql, type Transaction } from 'kysely'
import { consultantSql } from '#app/features/organisations/client-companies.server.ts'
import { canActSql, rolesOf } from '#app/features/organisations/organisations.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Holder, Logo } from './logo.ts'

/** The logo of an organisation, for its members. */
export const findLogo = (tx: Transaction<DB>, organisationId: string): Promise<Logo | undefined> =>
  tx
    .selectFrom('organisation_logos')
    .select(['hash', 'width', 'height'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()

/** The bytes of a logo, for the people of an organisation that has it. */
export async function findLogoPng(db: Kysely<DB>, userId: string, hash: string): Promise<Buffer | undefined> {
  const found = await readAs(db, { kind: 'user', userId }, tx =>
    tx
      .selectFrom('organisation_logos as logo')
      .innerJoin(rolesOf(userId), 'belonging.organisation_id', 'logo.organisation_id')
      .select('logo.png')
      .where('logo.hash', '=', hash)
      .executeTakeFirst(),
  )
  return found?.png
}

/** What a purchase is named by: itself, or one of its accesses. */
type Purchase = { itemId: string } | { accessId: string }

/** Undefined for the purchase of a person, and for who does not see that organisation's results. */
export async function findHolder(db: Kysely<DB>, userId: string, of: Purchase): Promise<Holder | undefined> {
  const found = await readAs(db, { kind: 'user', userId }, tx => holderOf(tx, userId, of).executeTakeFirst())
  return found && { name: found.name, logo: logoOf(found) }
}

/** The same with the bytes of its logo, which files contain. */
export type PrintedHolder = {
  name: string
  logo: (Logo & { png: Buffer }) | null
  /** The consultant whose client company it is, by name. */
  consultant?: string
}

export async function findPrintedHolder(
  db: Kysely<DB>,
  userId: string,
  of: Purchase,
): Promise<PrintedHolder | undefined> {
  const found = await readAs(db, { kind: 'user', userId }, tx =>
    holderOf(tx, userId, of)
      .select(['logo.png', consultantSql('item.organisation_id', sql`${userId}::uuid`).as('consultant')])
      .executeTakeFirst(),
  )
  if (!found) return undefined
  const { name, png, consultant } = found
  const logo = logoOf(found)
  return { name, logo: logo && png && { ...logo, png }, ...(consultant && { consultant: consultant.name }) }
}

function holderOf(tx: Transaction<DB>, userId: string, of: Purchase) {
  const holders = tx
    .selectFrom('order_items as item')
    .innerJoin('organisations as organisation', 'organisation.id', 'item.organisation_id')
    .leftJoin('organisation_logos as logo', 'logo.organisation_id', 'organisation.id')
    .select(['organisation.name', 'logo.hash', 'logo.width', 'logo.height'])
    .where(canActSql('item.holder_id', userId, 'results'))
  return 'itemId' in of
    ? holders.where('item.id', '=', of.itemId)
    : holders.where('item.id', '=', ({ selectFrom }) =>
        selectFrom('user_accesses').select('order_item_id').where('id', '=', of.accessId),
      )
}

type Joined = { hash: string | null; width: number | null; height: number | null }

const logoOf = ({ hash, width, height }: Joined): Logo | null =>
  hash !== null && width !== null && height !== null ? { hash, width, height } : null
