import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { startEmbeddedPostgres } from '#app/platform/embedded-postgres/launcher.server.ts'
import { addressOf } from './fake-webpay/returns.ts'
import { startFakeWebpay } from './fake-webpay/start.ts'
import { createAccount, createSession, findProduct } from './support/factories.ts'
import { HttpVisitor } from './support/http-visitor.ts'
import { makeScratchFolder } from './support/scratch-folder.ts'
import { startShop } from './support/shop-process.ts'

// The shop as a process that is killed while money is on its way. The recovery takes its real time, half a minute.

const LONG = 300_000
const PRICE_CLP = 119_990

it(
  'killed while payments are confirmed, it keeps what the bank has, once, when it is started again',
  async () => {
    const dataDir = await makeScratchFolder('kills')
    const postgres = await startEmbeddedPostgres({ dataDir, fast: true })
    onTestFinished(() => postgres.stop())
    const databases = openDatabases(postgres.connectionString, 2)
    onTestFinished(() => databases.close())
    const bank = await startFakeWebpay()
    onTestFinished(() => bank.close())
    const env = {
      DATABASE_URL: postgres.connectionString,
      DATA_DIR: dataDir,
      DEMO: '1',
      PAYMENTS: 'webpay',
      WEBPAY_ENVIRONMENT: 'integration',
      WEBPAY_URL: bank.url,
      LOG_LEVEL: 'error',
    }
    const first = await startShop(env)
    onTestFinished(async () => void (await first.end('SIGKILL')))
    const product = await findProduct(databases.ownerPool, 'agilidad')

    /** A buyer whose form at the bank is authorised, and the address with which the browser goes back. */
    const authorised = async (): Promise<{ token: string; back: string }> => {
      const { email } = await createAccount(databases.ownerPool)
      const cookie = await createSession(databases.ownerPool, email)
      const buyer = new HttpVisitor(first.url, { [cookie.name]: cookie.value })
      const before = new Set(bank.book.transactions().map(({ token }) => token))
      const choices = [{ product_id: product.id, mode: 'self', seats: 1 }]
      const cart = { key: randomUUID(), choices, code: null, expected_total_clp: PRICE_CLP, repeat: null }
      const answer = await buyer.post('/checkout', { document: 'boleta', terms: 'on', cart: JSON.stringify(cart) })
      expect(answer.status).toBe(302)
      const token = bank.book.transactions().find(transaction => !before.has(transaction.token))?.token ?? ''
      return { token, back: addressOf(bank.customer(token, 'authorize')) }
    }

    const [done, slow, lost, open] = [await authorised(), await authorised(), await authorised(), await authorised()]
    await fetch(done.back, { redirect: 'manual' })
    // The bank has the money of both; one answer is on its way, the other one will never come.
    bank.fail({ kind: 'delay', ms: 60_000 }, { operation: 'commit', token: slow.token })
    bank.fail({ kind: 'dropped', carriedOut: true }, { operation: 'commit', token: lost.token })
    const waiting = [slow, lost].map(({ back }) => fetch(back, { redirect: 'manual' }).catch(() => undefined))
    await expect.poll(() => bank.book.net()).toBe(3 * PRICE_CLP)
    await first.end('SIGKILL')
    await Promise.all(waiting)

    const second = await startShop(env)
    onTestFinished(async () => void (await second.end('SIGKILL')))
    const statusOf = async ({ token }: { token: string }) => {
      const { rows } = await databases.ownerPool.query<{ text: string }>(
        `select orders.status || ' ' || attempt.status || ' ' || (select count(*) from user_accesses
           join order_items item on item.id = order_item_id where item.order_id = orders.id) as text
         from payment_attempts attempt join orders on orders.id = order_id where token = $1`,
        [token],
      )
      return rows[0]?.text
    }
    for (const payment of [done, slow, lost]) {
      await expect.poll(() => statusOf(payment), { timeout: 120_000 }).toBe('paid paid 1')
    }
    expect(await statusOf(open)).toBe('pending initiated 0')
    expect(bank.book.entries.map(({ kind }) => kind)).toEqual(['authorized', 'authorized', 'authorized'])
  },
  LONG,
)
