import { randomUUID } from 'node:crypto'
import { type CompiledQuery, Kysely } from 'kysely'
import { Client } from 'pg'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { ActorDialect } from '#app/platform/database/actor.server.ts'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { createProfile, findProduct } from '#tests/support/factories.ts'
import { signedInVisitor } from '#tests/support/http-visitor.ts'
import { type Figure, number } from './figures.ts'
import { rateOf, withShop } from './shop.ts'

const BUYERS = 16
const SECONDS = 6
const CODE = 'BIENVENIDA100'
const SEATS = 5

/**
 * Orders of $0 per second (the whole transaction: order, items, code, payment, accesses, mail) over HTTP and on bare
 * connections.
 */
export async function measureCheckout(): Promise<Figure[]> {
  return withShop(async ({ url, databaseUrl, dataDir }) => {
    const { ownerPool, db, close } = openDatabases(databaseUrl, BUYERS)
    const product = { ...(await findProduct(ownerPool, 'agilidad')), basePriceClp: 119_990 }
    const cart = () => cartOf(product, { seats: SEATS, code: CODE, total: 0, repeat: 'yes' })
    const visitors = await Promise.all(
      Array.from({ length: BUYERS }, (_, index) => signedInVisitor(url, dataDir, `carga-${index}@example.cl`)),
    )
    const http = await rateOf(BUYERS, SECONDS, async line => {
      const answer = await visitors[line]?.post('/checkout', {
        document: 'boleta',
        terms: 'on',
        cart: JSON.stringify(cart()),
      })
      if (answer?.status !== 302) throw new Error(`Checkout answered ${answer?.status}`)
    })

    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => createProfile(ownerPool)))
    const transaction = await captureTransaction(databaseUrl, buyers[0], cart())
    const clients = await Promise.all(
      buyers.map(async () => {
        const client = new Client({ connectionString: databaseUrl, options: '-c role=alhena_app' })
        await client.connect()
        return client
      }),
    )
    const bare = await rateOf(BUYERS, SECONDS, async line => {
      const [client, buyer] = [clients[line], buyers[line]]
      if (!client || !buyer) throw new Error('A line without a buyer')
      await transaction.run(client, buyer.id)
    })
    await Promise.all(clients.map(client => client.end()))
    await close()
    await db.destroy().catch(() => undefined)
    return [
      {
        name: `checkout of $0, ${BUYERS} buyers`,
        value: `${number(http.rate)} orders/s, p99 ${number(http.p99)} ms`,
        peer: `${number(bare.rate)}/s, p99 ${number(bare.p99)} ms, of the bare transaction`,
        ratio: http.rate / bare.rate,
        aim: { least: 0.6 },
      },
    ]
  })
}

/** The statements of one checkout, replayed for any buyer with new ids in each run. */
async function captureTransaction(
  databaseUrl: string,
  buyer: Awaited<ReturnType<typeof createProfile>> | undefined,
  cart: ReturnType<typeof cartOf>,
) {
  if (!buyer) throw new Error('No buyer')
  const seen: CompiledQuery[] = []
  const { ownerPool, close } = openDatabases(databaseUrl, 1)
  const watched = new Kysely<Parameters<typeof checkOut>[0] extends Kysely<infer Tables> ? Tables : never>({
    dialect: new ActorDialect({ pool: ownerPool }, () => new Date()),
    log: ({ query }) => void seen.push(query),
  })
  const placed = await checkOut(watched, asSessionUser(buyer), cart, BOLETA, new Date())
  if (!placed.ok) throw new Error(placed.error.code)
  const order = placed.value
  await close()
  const statements = seen.filter(query => !/^(begin|commit)\b/.test(query.sql))
  return {
    async run(client: Client, userId: string): Promise<void> {
      await client.query(
        `begin; set local alhena.kind = 'user'; set local alhena.user_id = '${userId}'; set local alhena.now = '${new Date().toISOString()}'`,
      )
      const fresh = new Map<unknown, unknown>([
        [buyer.id, userId],
        [cart.key, randomUUID()],
        [order.order_number, `ALH-${randomUUID()}`],
      ])
      for (const { sql, parameters } of statements) {
        const buyOrder = parameters.find(value => typeof value === 'string' && /^ALH-[0-9A-Z]{8}-/.test(value))
        if (buyOrder) fresh.set(buyOrder, `ALH-${randomUUID().slice(0, 20)}`)
        const { rows } = await client.query<{ id?: string }>(
          sql,
          parameters.map(value => fresh.get(value) ?? value),
        )
        if (sql.startsWith('insert into "orders"')) fresh.set(order.id, rows[0]?.id)
      }
      await client.query('commit')
    },
  }
}
