import { completePeople } from '#tests/support/completed-people.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile } from '#tests/support/factories.ts'
import type { CompanySize, Sector } from './benchmark.ts'
import { changeBenchmark } from './join-benchmark.server.ts'

export type Simulated = { id: string; userId: string; itemId: string }

type Simulation = {
  productId: string
  sector?: Sector
  size?: CompanySize
  /** The level of every answer. */
  level: number
  people?: number
  rut?: string
  joinedAt: Date
}

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'K']

/** A valid RUT of a number of eight digits. */
function rutOf(number: number): string {
  const sum = [...String(number)].reverse().reduce((total, digit, at) => total + Number(digit) * (2 + (at % 6)), 0)
  return `${number}-${DIGITS[(11 - (sum % 11)) % 11]}`
}

/** Organisations of a test's database that take part in the comparison, with a nominative purchase that people completed. */
export function simulationsOf(database: TestDatabase, questionnaireId: string, fields: () => readonly string[]) {
  const { ownerPool } = database
  let made = 0

  async function buy({ id, userId }: Pick<Simulated, 'id' | 'userId'>, productId: string): Promise<string> {
    const item = await createPaidItem(ownerPool, { userId, productId, seats: 60, mode: 'business' })
    await ownerPool.query("update order_items set result_mode = 'nominative' where id = $1", [item.item_id])
    await ownerPool.query(
      'update orders set organisation_id = $1 where id = (select order_id from order_items where id = $2)',
      [id, item.item_id],
    )
    return item.item_id
  }

  const complete = (itemId: string, userId: string, level: number, people = 5) =>
    completePeople(
      ownerPool,
      { itemId, userId, questionnaireId },
      Array.from({ length: people }, () => ({ answers: Object.fromEntries(fields().map(field => [field, level])) })),
    )

  async function organisation({ productId, level, people = 5, joinedAt, ...said }: Simulation): Promise<Simulated> {
    made += 1
    const { sector = 'trade', size = 'small', rut = rutOf(76_000_000 + made) } = said
    const { id: userId } = await createProfile(ownerPool)
    const { rows } = await ownerPool.query<{ id: string }>(
      'insert into organisations (name, rut, created_at) values ($1, $2, now()) returning id',
      [`Simulada ${made}`, rut],
    )
    const id = rows[0]?.id ?? ''
    await ownerPool.query(
      "insert into organisation_members (organisation_id, user_id, role, joined_at) values ($1, $2, 'buyer', now())",
      [id, userId],
    )
    const itemId = await buy({ id, userId }, productId)
    if (people > 0) await complete(itemId, userId, level, people)
    await changeBenchmark(
      database.db,
      { userId, now: joinedAt },
      { intent: 'join-benchmark', organisation: id, sector, size },
    )
    return { id, userId, itemId }
  }

  return { buy, complete, organisation }
}
