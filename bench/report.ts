import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { type HttpVisitor, signedInVisitor } from '#tests/support/http-visitor.ts'
import { purchase } from './consolidated.ts'
import { figure, withShop } from './shop.ts'

const FILE = join(tmpdir(), `alhena-loop-delay-${process.pid}.json`)
const PEOPLE = 999
const ROUNDS = 5

const delays = z.object({ p99: z.number(), max: z.number(), samples: z.number() })

/**
 * The consolidated report and export of a thousand people while others load the home page: how long each takes, and the
 * event loop delay of the serving process meanwhile.
 */
export async function measureReport(): Promise<string[]> {
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
          const { itemId } = await purchase(databases, PEOPLE, 'nominative', rows[0]?.id)
          await databases.ownerPool.query('vacuum analyze')
          const item = `/account/items/${itemId}`
          const lines: string[] = []
          for (const [name, path] of [
            ['report', `${item}/report`],
            ['workbook', `${item}/data/xlsx`],
            ['CSV', `${item}/data/csv`],
          ] as const) {
            lines.push(await lineOf(name, { path, url, visitor, signal }))
          }
          return lines
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

type Asked = { path: string; url: string; visitor: HttpVisitor; signal: (signal: NodeJS.Signals) => void }

async function lineOf(name: string, { path, url, visitor, signal }: Asked): Promise<string> {
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
  return `${name} of ${PEOPLE} people: ${figure(seconds)} s, ${(bytes / 1024).toFixed(0)} KiB; event loop held up p99 ${figure(p99)} ms, at most ${figure(max)} ms; home page meanwhile p99 ${figure(slowest)} ms`
}

async function fileSize(visitor: HttpVisitor, path: string): Promise<number> {
  const answer = await visitor.get(path)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.arrayBuffer()).byteLength
}

/** The delays since the last measurement. */
async function loopDelays(signal: Asked['signal']): Promise<z.infer<typeof delays>> {
  await rm(FILE, { force: true })
  signal('SIGUSR2')
  for (;;) {
    const text = await readFile(FILE, 'utf8').catch(() => '')
    if (text !== '') return delays.parse(JSON.parse(text))
    await delay(20)
  }
}
