import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { type HttpVisitor, signedInVisitor } from '#tests/support/http-visitor.ts'
import { purchase } from './consolidated.ts'
import { type Figure, number } from './figures.ts'
import { withShop } from './shop.ts'

const FILE = join(tmpdir(), `alhena-loop-delay-${process.pid}.json`)
const FEW = 10
const MANY = 999
const ROUNDS = 5

const delays = z.object({ p99: z.number(), max: z.number(), samples: z.number() })

/**
 * The consolidated report and export of a thousand people while others load the home page: how long each takes, and the
 * event loop delay of the serving process meanwhile.
 */
export async function measureReport(): Promise<Figure[]> {
  const probe = new URL('./loop-delay.ts', import.meta.url).href
  try {
    return await withShop(
      async ({ url, databaseUrl, dataDir, signal }) => {
        const databases = openDatabases(databaseUrl, 4)
        try {
          const email = 'informes@example.cl'
          const visitor = await signedInVisitor(url, dataDir, email)
          const { rows } = await databases.ownerPool.query<{ id: string }>('select id from profiles where email = $1', [
            email,
          ])
          const itemOf = async (people: number) =>
            `/account/items/${(await purchase(databases, people, 'nominative', rows[0]?.id)).itemId}`
          const [small, large] = [await itemOf(FEW), await itemOf(MANY)]
          await databases.ownerPool.query('vacuum analyze')
          const measure = (name: string, path: string) => measureFile(name, { path, url, visitor, signal })
          const few = await measure(`report of ${FEW} people`, `${small}/report`)
          const many = await measure(`report of ${MANY} people`, `${large}/report`)
          const workbook = await measure(`workbook of ${MANY} people`, `${large}/data/xlsx`)
          const csv = await measure(`CSV of ${MANY} people`, `${large}/data/csv`)
          const against = { peer: `${number(few.seconds)} s for ${FEW}`, ratio: many.seconds / few.seconds }
          return [...few.figures({}), ...many.figures(against), ...workbook.figures({}), ...csv.figures({})]
        } finally {
          await databases.close()
        }
      },
      { NODE_OPTIONS: `--import=${probe}`, LOOP_DELAY_FILE: FILE },
    )
  } finally {
    await rm(FILE, { force: true })
  }
}

type Target = { path: string; url: string; visitor: HttpVisitor; signal: (signal: NodeJS.Signals) => void }

async function measureFile(name: string, { path, url, visitor, signal }: Target) {
  // The first one starts the renderer and warms up caches.
  await fileSize(visitor, path)
  await loopDelays(signal)
  const pages: number[] = []
  let making = true
  const others = (async () => {
    while (making) {
      const startedAt = performance.now()
      await (await fetch(url)).text()
      pages.push(performance.now() - startedAt)
      await delay(20)
    }
  })()
  const startedAt = performance.now()
  let bytes = 0
  for (let round = 0; round < ROUNDS; round += 1) bytes = await fileSize(visitor, path)
  const seconds = (performance.now() - startedAt) / ROUNDS / 1000
  making = false
  await others
  const { p99, max } = await loopDelays(signal)
  const sorted = pages.toSorted((a, b) => a - b)
  const slowest = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  const figures = (against: Pick<Figure, 'peer' | 'ratio'>): Figure[] => [
    { name, value: `${number(seconds)} s, ${(bytes / 1024).toFixed(0)} KiB`, ...against },
    {
      name: `${name}, event loop held meanwhile`,
      value: `p99 ${number(p99)} ms, at most ${number(max)} ms; home page p99 ${number(slowest)} ms`,
      measured: p99,
      aim: { most: 100 },
    },
  ]
  return { figures, seconds }
}

async function fileSize(visitor: HttpVisitor, path: string): Promise<number> {
  const answer = await visitor.get(path)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.arrayBuffer()).byteLength
}

/** The delays since the last measurement. */
async function loopDelays(signal: Target['signal']): Promise<z.infer<typeof delays>> {
  await rm(FILE, { force: true })
  signal('SIGUSR2')
  for (;;) {
    const text = await readFile(FILE, 'utf8').catch(() => '')
    if (text !== '') return delays.parse(JSON.parse(text))
    await delay(20)
  }
}
