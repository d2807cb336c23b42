import type { Pool } from 'pg'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { createInvitation, createPaidItem, findProduct } from '#tests/support/factories.ts'
import { type HttpVisitor, signedInVisitor } from '#tests/support/http-visitor.ts'
import { type Figure, number } from './figures.ts'
import { withShop } from './shop.ts'

const ROUNDS = 40
/** Numbers of items, each with several people besides the buyer. */
const SIZES = [5, 500] as const
const INVITED = 9

/**
 * Milliseconds to the first byte of the dashboard of a buyer with 5 items and of one with 500 items and 5,000 accesses,
 * alternately.
 */
export async function measureDashboard(): Promise<Figure[]> {
  return withShop(async ({ url, databaseUrl, dataDir }) => {
    const { ownerPool, close } = openDatabases(databaseUrl, 4)
    try {
      const visitors: HttpVisitor[] = []
      for (const size of SIZES) visitors.push(await buyerOf(size, { url, dataDir, ownerPool }))
      const [few = 0, many = 0] = await medians(visitors)
      return [
        {
          name: `dashboard of ${SIZES[1]} items, ${SIZES[1] * (INVITED + 1)} accesses`,
          value: `${number(many)} ms`,
          peer: `${number(few)} ms with ${SIZES[0]} items`,
          ratio: many / few,
          aim: { most: 3 },
        },
      ]
    } finally {
      await close()
    }
  })
}

type Shop = { url: string; dataDir: string; ownerPool: Pool }

async function buyerOf(size: number, { url, dataDir, ownerPool }: Shop): Promise<HttpVisitor> {
  const email = `panel-${size}@example.cl`
  const visitor = await signedInVisitor(url, dataDir, email)
  const found = await ownerPool.query<{ id: string }>('select id from profiles where email = $1', [email])
  const userId = found.rows[0]?.id ?? ''
  const { id: productId } = await findProduct(ownerPool)
  for (let made = 0; made < size; made += 1) {
    const item = await createPaidItem(ownerPool, { userId, productId, seats: INVITED + 1 })
    for (let invited = 0; invited < INVITED; invited += 1) {
      await createInvitation(ownerPool, { itemId: item.item_id, userId })
    }
  }
  await ownerPool.query('vacuum analyze user_accesses')
  return visitor
}

async function medians(visitors: readonly HttpVisitor[]): Promise<number[]> {
  const times = visitors.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, visitor] of visitors.entries()) {
      const startedAt = performance.now()
      const answer = await visitor.get('/account/dashboard')
      times[index]?.push(performance.now() - startedAt)
      if (answer.status !== 200) throw new Error(`The dashboard answered ${answer.status}`)
      await answer.text()
    }
  }
  return times.map(taken => taken.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0)
}
