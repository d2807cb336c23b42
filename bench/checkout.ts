import { randomUUID } from 'node:crypto'
import { Kysely } from 'kysely'
import { Client, type Pool, type PoolClient } from 'pg'
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
    const clients = await Promise.all(buyers.map(() => openClient(databaseUrl)))
    const bare = await rateOf(BUYERS, SECONDS, async line => {
      const [own, buyer] = [clients[line], buyers[line]]
      if (!own || !buyer) throw new Error('A line without a buyer')
      await transaction.run(own, buyer.id)
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

/** A connection of the shop's own: the buyer's transaction of an order of $0 ends as the shop's. */
async function openClient(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString, options: '-c role=alhena_system' })
  await client.connect()
  return client
}

type Statement = { text: string; values: readonly unknown[] }

/** A pool whose connections note what is sent to them, `begin` with the actor's claims and `commit` included. */
const notingPool = (pool: Pool, seen: Statement[]) => ({
  async connect(): Promise<PoolClient> {
    const client = await pool.connect()
    return new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value
        return (text: string, values: readonly unknown[] = []) => {
          seen.push({ text, values })
          return target.query(text, [...values])
        }
      },
    })
  },
  options: pool.options,
  end: () => pool.end(),
})

/** The statements of one checkout, replayed for any buyer with new ids in each run. */
async function captureTransaction(
  databaseUrl: string,
  buyer: Awaited<ReturnType<typeof createProfile>> | undefined,
  cart: ReturnType<typeof cartOf>,
) {
  if (!buyer) throw new Error('No buyer')
  const seen: Statement[] = []
  const { ownerPool, close } = openDatabases(databaseUrl, 1)
  const watched = new Kysely<Parameters<typeof checkOut>[0] extends Kysely<infer Tables> ? Tables : never>({
    dialect: new ActorDialect({ pool: notingPool(ownerPool, seen) }, () => new Date()),
  })
  const placed = await checkOut(watched, asSessionUser(buyer), cart, BOLETA, new Date())
  if (!placed.ok) throw new Error(placed.error.code)
  const order = placed.value
  await close()
  return {
    async run(client: Client, userId: string): Promise<void> {
      const fresh = new Map<unknown, unknown>([
        [buyer.id, userId],
        [cart.key, randomUUID()],
        [order.order_number, `ALH-${randomUUID()}`],
      ])
      for (const { text, values } of seen) {
        const buyOrder = values.find(value => typeof value === 'string' && /^ALH-[0-9A-Z]{8}-/.test(value))
        if (buyOrder) fresh.set(buyOrder, `ALH-${randomUUID().slice(0, 20)}`)
        const { rows } = await client.query<{ id?: string }>(
          text.replaceAll(buyer.id, userId),
          values.map(value => fresh.get(value) ?? value),
        )
        if (text.startsWith('insert into "orders"')) fresh.set(order.id, rows[0]?.id)
      }
    },
  }
}
