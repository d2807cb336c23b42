import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium as browsers } from '@playwright/test'
import { Pool } from 'pg'
import { z } from 'zod'
import { findChromium } from '#tests/support/chromium.ts'
import { createAccount, createSession } from '#tests/support/factories.ts'
import { type Figure, number } from './figures.ts'
import { type BenchShop, withShop } from './shop.ts'

const PAGES = ['/', '/assessments?search=datos', '/assessment/agilidad', '/legal/condiciones', '/checkout']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Search results, and what is a buyer's own. */
const NOT_INDEXED = /search=|^\/checkout/
/** Not a dependency: it is larger than everything else together and run by hand. */
const PACKAGE = 'lighthouse@13.5.0'

/** Of each page, whose median counts: scores of one visit vary by several points (Lighthouse's docs/variability.md). */
const ROUNDS = 3

const run = promisify(execFile)

const score = z.object({ score: z.number().nullable() })
const reportSchema = z.object({
  categories: z.object({ performance: score, accessibility: score, 'best-practices': score, seo: score }),
  audits: z.record(z.string(), z.looseObject({ numericValue: z.number().optional(), score: z.number().nullable() })),
})

/**
 * Scores (0 to 100) of Lighthouse's mobile run for five pages; the checkout is a signed-in buyer's with a product. LIGHTHOUSE names its command where `npx` may not download it. A busy machine lowers the
 * performance.
 */
export async function measureLighthouse(): Promise<Figure[]> {
  const chromium = findChromium()
  if (!chromium) throw new Error('No Chromium found: install one, or set CHROMIUM_PATH to it')
  const folder = await mkdtemp(join(tmpdir(), 'alhena-lighthouse-'))
  try {
    return await withShop(async shop => {
      const profile = join(folder, 'buyer')
      await fillProfile(shop, profile, chromium)
      const figures: Figure[] = []
      for (const path of PAGES) {
        const file = join(folder, 'report.json')
        figures.push(
          ...(await measurePage({ url: shop.url, path, chromium, file, ...(path === '/checkout' && { profile }) })),
        )
      }
      return figures
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Makes a browser profile with a session and a product in its cart. */
async function fillProfile({ url, databaseUrl }: BenchShop, profile: string, chromium: string): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  const { email } = await createAccount(pool, { email: 'compradora@alhena.test', role: 'client' })
  const cookie = await createSession(pool, email)
  await pool.end()
  const context = await browsers.launchPersistentContext(profile, { executablePath: chromium, args: ['--no-sandbox'] })
  await context.addCookies([{ ...cookie, url, httpOnly: true, sameSite: 'Lax', expires: Date.now() / 1000 + 86_400 }])
  const page = await context.newPage()
  await page.goto(`${url}/assessment/agilidad`)
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  await page.goto(`${url}/checkout`)
  await page.getByRole('button', { name: /^Pagar/ }).waitFor()
  await context.close()
}

type Measured = { url: string; path: string; chromium: string; file: string; profile?: string }

type Report = z.infer<typeof reportSchema>

const performanceOf = ({ categories }: Report): number => categories.performance.score ?? 0

async function measurePage(measured: Measured): Promise<Figure[]> {
  const { path } = measured
  const reports: Report[] = []
  for (let round = 0; round < ROUNDS; round += 1) reports.push(await visit(measured))
  const median = reports.toSorted((a, b) => performanceOf(a) - performanceOf(b))[ROUNDS >> 1]
  if (!median) throw new Error('No reports')
  const { categories, audits } = median
  const shift = audits['cumulative-layout-shift']?.numericValue ?? 0
  const paint = (audits['largest-contentful-paint']?.numericValue ?? 0) / 1000
  const blocking = audits['total-blocking-time']?.numericValue ?? 0
  const scores = CATEGORIES.map((name): Figure => {
    const score = Math.round((categories[name].score ?? 0) * 100)
    const isFirst = name === 'performance'
    const details = `largest paint ${paint.toFixed(1)} s, blocked ${number(blocking)} ms`
    const aim = { least: isFirst ? 95 : 100 }
    return { name: `${path}, ${name}`, value: String(score), ...(isFirst && { peer: details }), measured: score, aim }
  })
  return [...scores, { name: `${path}, layout shift`, value: shift.toFixed(3), measured: shift, aim: { most: 0.02 } }]
}

async function visit({ url, path, chromium, file, profile }: Measured): Promise<Report> {
  const { LIGHTHOUSE } = process.env
  const [command, ...first] = LIGHTHOUSE ? [LIGHTHOUSE] : ['npx', '--yes', PACKAGE]
  await fetch(url + path)
  await run(
    command ?? 'npx',
    [
      ...first,
      url + path,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      // 'noindex' on purpose.
      ...(NOT_INDEXED.test(path) ? ['--skip-audits=is-crawlable'] : []),
      ...(profile ? ['--disable-storage-reset'] : []),
      `--chrome-flags=--headless=new --no-sandbox --disable-gpu${profile ? ` --user-data-dir=${profile}` : ''}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, timeout: 180_000 },
  )
  return reportSchema.parse(JSON.parse(await readFile(file, 'utf8')))
}
