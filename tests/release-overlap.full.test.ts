import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { cloneDatabase } from './support/database.ts'
import { findProduct } from './support/factories.ts'
import { signedInVisitor } from './support/http-visitor.ts'
import { copyLastRelease, copyProject } from './support/project-copy.ts'
import { createCompleted } from './support/reviews.ts'
import { startShop } from './support/shop-process.ts'

// While servers are replaced one by one, those of the last release run on the schema of the next one.

/** What most releases add, and what code that does not know it must survive. */
const EXAMPLE = `-- expand
alter table orders add column example_note text;
alter table run_answers add column example_weight int not null default 1;
create index example_orders on orders (example_note);
create table example_things (id uuid primary key default gen_random_uuid(), order_id uuid references orders);
`

it('the last release starts, sells and saves answers beside the next schema', async () => {
  const database = await cloneDatabase()
  onTestFinished(() => database.close())
  const [last, next] = await Promise.all([copyLastRelease(), copyProject()])
  await writeFile(join(next, 'db/migrations/9999_example.sql'), EXAMPLE)
  const env = { DATABASE_URL: database.address, DATA_DIR: join(next, '.data'), DEMO: '1', LOG_LEVEL: 'error' }
  const start = async (folder: string, more = {}) => {
    const shop = await startShop({ ...env, ...more }, folder)
    onTestFinished(async () => void (await shop.end('SIGKILL')))
    return shop
  }
  // Its worker would take links to the other's port for links that leave the shop.
  const newer = await start(next, { WORKER: '0' })
  const older = await start(last)
  for (const { url } of [newer, older]) expect((await fetch(`${url}/assessments`)).status).toBe(200)

  const product = await findProduct(database.ownerPool)
  const buyer = await signedInVisitor(older.url, env.DATA_DIR, 'entre-versiones@example.cl')
  const answer = await buyer.post('/checkout', {
    document: 'boleta',
    terms: 'on',
    cart: JSON.stringify({
      key: randomUUID(),
      choices: [{ product_id: product.id, mode: 'business', seats: 5 }],
      code: 'BIENVENIDA100',
      expected_total_clp: 0,
      repeat: 'yes',
    }),
  })
  const number = /order=([^&]+)/.exec(answer.headers.get('location') ?? '')?.[1]
  const { rows: orders } = await database.ownerPool.query('select status from orders where order_number = $1', [number])
  expect(orders).toEqual([{ status: 'paid' }])

  const { accessId, runId, token } = await createCompleted(database.ownerPool, {
    productId: product.id,
    unfinished: true,
  })
  const saved = await fetch(`${older.url}/respond/answers`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `alhena_respondent=${token}`,
      origin: older.url,
    },
    body: JSON.stringify({
      run_id: runId,
      access_id: accessId,
      questionnaire_id: 'dama-dmbok2',
      questionnaire_version: 1,
      current_section: 1,
      active_seconds: 0,
      answers: [{ field: 'q1_governance_framework', option: 2, seq: 1 }],
    }),
  })
  expect(saved.status).toBe(200)
  expect(await older.end('SIGTERM')).toBe(0)

  // From here on code has to know the example.
  await writeFile(
    join(next, 'db/migrations/9999_fewer.sql'),
    '-- contract: needs 9999_example.sql\nalter table orders drop column example_note;\n',
  )
  expect(await newer.end('SIGTERM')).toBe(0)
  await start(next)
  const refused = await startShop(env, last)
  expect(await refused.ended).toBe(1)
  expect(refused.output().trim()).toBe(
    'The database has migration 9999_fewer.sql, beside which only a release with 9999_example.sql may run: start a newer one',
  )
}, 600_000)
