import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type Figure, number } from './figures.ts'
import { type BenchShop, withShop } from './shop.ts'

const delaysInMs = z.object({ p99: z.number(), max: z.number(), samples: z.number() })

/** Milliseconds for which the event loop of the serving process was held. */
export type HeldLoop = z.infer<typeof delaysInMs>

export type ProbedShop = BenchShop & {
  /** Since the last call, or since the shop's start. */
  heldLoop(): Promise<HeldLoop>
}

/** As `withShop`, in which the event loop of the serving process is measured. */
export async function withProbedShop<Value>(
  measure: (shop: ProbedShop) => Promise<Value>,
  env: Record<string, string> = {},
): Promise<Value> {
  const file = join(tmpdir(), `alhena-loop-delay-${process.pid}.json`)
  const probe = new URL('./loop-delay.ts', import.meta.url).href
  const heldLoop = async (signal: BenchShop['signal']) => {
    await rm(file, { force: true })
    signal('SIGUSR2')
    for (;;) {
      const text = await readFile(file, 'utf8').catch(() => '')
      if (text !== '') return delaysInMs.parse(JSON.parse(text))
      await delay(20)
    }
  }
  try {
    return await withShop(shop => measure({ ...shop, heldLoop: () => heldLoop(shop.signal) }), {
      ...env,
      NODE_OPTIONS: `--import=${probe}`,
      LOOP_DELAY_FILE: file,
    })
  } finally {
    await rm(file, { force: true })
  }
}

export type PageTimes = { median: number; p99: number; max: number }

/** Loads the home page one after the other while it is asked for, as somebody else does. @returns milliseconds */
export async function homePages(
  url: string,
  isAsked: () => boolean,
  most: number = Number.POSITIVE_INFINITY,
): Promise<PageTimes> {
  const times: number[] = []
  while (times.length < most && isAsked()) {
    const startedAt = performance.now()
    await (await fetch(url)).text()
    times.push(performance.now() - startedAt)
    await delay(10)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { median: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 }
}

/** What others wait for the home page while `work` goes on, and how long the event loop is held. */
export async function meanwhile<Value>(
  { url, heldLoop }: ProbedShop,
  work: () => Promise<Value>,
): Promise<{ done: Value; seconds: number; pages: PageTimes; held: HeldLoop }> {
  await heldLoop()
  let working = true
  const others = homePages(url, () => working)
  const startedAt = performance.now()
  const done = await work().finally(() => {
    working = false
  })
  const seconds = (performance.now() - startedAt) / 1000
  return { done, seconds, pages: await others, held: await heldLoop() }
}

/** How long the event loop was held while something was made or read, with the aim that every such work has. */
export const heldFigure = (name: string, { held, pages }: { held: HeldLoop; pages: PageTimes }): Figure => ({
  name: `${name}, event loop held meanwhile`,
  value: `p99 ${number(held.p99)} ms, at most ${number(held.max)} ms; home page p99 ${number(pages.p99)} ms`,
  measured: held.p99,
  aim: { most: 100 },
})
