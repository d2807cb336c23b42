import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { type Databases, openDatabases } from '#app/platform/database/database.server.ts'
import { answerAll, invitePeople } from '#tests/support/completed-people.ts'
import { createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { type Figure, number } from './figures.ts'
import { withShop } from './shop.ts'

const ROUNDS = 60
const AREAS = ['Finanzas', 'Ventas', 'Tecnología', 'Operaciones', 'Personas', 'Legal', 'Compras', 'Marketing']
const POSITIONS = ['gerente', 'director', 'analista', 'coordinador', 'especialista']

/** The loader's time for an item completed by ten people and one by a thousand, alternately. */
export async function measureConsolidated(): Promise<Figure[]> {
  return withShop(async ({ databaseUrl }) => {
    const databases = openDatabases(databaseUrl, 4)
    try {
      const figures: Figure[] = []
      for (const mode of ['nominative', 'confidential'] as const) {
        const few = await purchase(databases, 10, mode)
        const many = await purchase(databases, 999, mode)
        if (mode === 'confidential') for (const item of [few, many]) await publish(databases, item)
        await databases.ownerPool.query('analyze')
        const [ten, thousand] = await medians(databases, [few, many])
        figures.push({
          name: `consolidated results, ${mode}, 999 people`,
          value: `${number(thousand)} ms`,
          peer: `${number(ten)} ms for 10`,
          ratio: thousand / ten,
          aim: { most: 3 },
        })
      }
      return figures
    } finally {
      await databases.close()
    }
  })
}

type Purchase = { itemId: string; userId: string }

/** An item that this many people have completed, of a new buyer unless one is named. */
export async function purchase(
  { ownerPool }: Databases,
  count: number,
  mode: string,
  buyerId?: string,
): Promise<Purchase> {
  const product = await findProduct(ownerPool)
  const userId = buyerId ?? (await createProfile(ownerPool)).id
  const { item_id: itemId } = await createPaidItem(ownerPool, { userId, productId: product.id, seats: 1000 })
  await ownerPool.query('update order_items set result_mode = $2 where id = $1', [itemId, mode])
  const { rows } = await ownerPool.query<{ field: string }>("select field from private.closed_fields('dama-dmbok2', 1)")
  const people = Array.from({ length: count }, (_, index) => ({
    area: AREAS[index % AREAS.length] ?? '',
    position: POSITIONS[(index * 3) % POSITIONS.length] ?? '',
    answers: Object.fromEntries(
      rows.map(({ field }, position) => [field, 1 + ((index * 7 + position * 3 + (index % 13)) % 6)]),
    ),
  }))
  for (let from = 0; from < count; from += 200) {
    const some = people.slice(from, from + 200)
    await answerAll(ownerPool, 'dama-dmbok2', await invitePeople(ownerPool, { itemId, userId }, some), some)
  }
  return { itemId, userId }
}

async function medians({ db }: Databases, [few, many]: [Purchase, Purchase]): Promise<[number, number]> {
  const taken: [number[], number[]] = [[], []]
  const measure = async ({ itemId, userId }: Purchase) => {
    const start = performance.now()
    const report = await findConsolidated(db, userId, itemId)
    if (!report?.figures) throw new Error('No results')
    return performance.now() - start
  }
  // The first rounds warm up caches.
  for (let round = 0; round < 10; round += 1) for (const item of [few, many]) await measure(item)
  for (let round = 0; round < ROUNDS; round += 1) {
    taken[0].push(await measure(few))
    taken[1].push(await measure(many))
  }
  return [median(taken[0]), median(taken[1])]
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
