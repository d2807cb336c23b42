import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type Figure, number } from './figures.ts'
import { withShop } from './shop.ts'

const FILE = join(tmpdir(), `alhena-form-flood-${process.pid}.json`)
/** 256 KiB of fields of one letter, as many as that body holds. */
const FORM = `${'a&'.repeat(128 * 1024 - 1)}a`
const FORMS = 60
const KEPT_PAGES = 40

const delays = z.object({ p99: z.number(), max: z.number(), samples: z.number() })

/**
 * One address that posts sixty of the costliest forms at once to the log-in, with the limits per address in force: how long the
 * event loop of the serving process is held, and how long others wait for the cached home page meanwhile.
 */
export async function measureFormFlood(): Promise<Figure[]> {
  const probe = new URL('./loop-delay.ts', import.meta.url).href
  try {
    return await withShop(
      async ({ url, signal }) => {
        await homePages(url, KEPT_PAGES, () => true)
        const quiet = await homePages(url, KEPT_PAGES, () => true)
        await loopDelays(signal)
        let posting = true
        const others = homePages(url, Number.POSITIVE_INFINITY, () => posting)
        const startedAt = performance.now()
        const statuses = await Promise.all(Array.from({ length: FORMS }, () => post(url)))
        const seconds = (performance.now() - startedAt) / 1000
        posting = false
        const busy = await others
        const { max } = await loopDelays(signal)
        const counts = Map.groupBy(statuses, status => status)
        const answers = [...counts].map(([status, all]) => `${all.length} × ${status}`).join(', ')
        return [
          { name: `${FORMS} forms of 256 KiB from one address`, value: `${number(seconds)} s, ${answers}` },
          { name: 'event loop held meanwhile', value: `at most ${number(max)} ms` },
          {
            name: 'home page meanwhile',
            value: `at most ${number(busy.max)} ms`,
            peer: `median ${number(quiet.median)} ms before`,
          },
        ]
      },
      { RATE_LIMITS: '1', NODE_OPTIONS: `--import=${probe}`, LOOP_DELAY_FILE: FILE },
    )
  } finally {
    await rm(FILE, { force: true })
  }
}

async function post(url: string): Promise<number> {
  const answer = await fetch(`${url}/auth`, {
    method: 'POST',
    body: FORM,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    redirect: 'manual',
  })
  await answer.text()
  return answer.status
}

/** Loads the home page one after the other. @returns milliseconds */
async function homePages(url: string, most: number, isAsked: () => boolean): Promise<{ median: number; max: number }> {
  const times: number[] = []
  while (times.length < most && isAsked()) {
    const startedAt = performance.now()
    await (await fetch(url)).text()
    times.push(performance.now() - startedAt)
    await delay(10)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, max: sorted.at(-1) ?? 0 }
}

/** The delays since the last measurement. */
async function loopDelays(signal: (signal: NodeJS.Signals) => void): Promise<z.infer<typeof delays>> {
  await rm(FILE, { force: true })
  signal('SIGUSR2')
  for (;;) {
    const text = await readFile(FILE, 'utf8').catch(() => '')
    if (text !== '') return delays.parse(JSON.parse(text))
    await delay(20)
  }
}
