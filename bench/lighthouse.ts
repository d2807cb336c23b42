import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { findChromium } from '#tests/support/chromium.ts'
import { withShop } from './shop.ts'

const PAGES = ['/', '/assessments?search=datos', '/assessment/agilidad']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Not a dependency: it is larger than everything else together and run by hand. */
const PACKAGE = 'lighthouse@13.5.0'

const run = promisify(execFile)

const score = z.object({ score: z.number().nullable() })
const reportSchema = z.object({
  categories: z.object({ performance: score, accessibility: score, 'best-practices': score, seo: score }),
  audits: z.record(z.string(), z.looseObject({ numericValue: z.number().optional(), score: z.number().nullable() })),
})

/**
 * Scores (0 to 100) of Lighthouse's mobile run for three pages, and the failed audits. LIGHTHOUSE names its command
 * where `npx` may not download it. A busy machine lowers the performance.
 */
export async function measureLighthouse(): Promise<string[]> {
  const chromium = findChromium()
  if (!chromium) throw new Error('No Chromium found: install one, or set CHROMIUM_PATH to it')
  const folder = await mkdtemp(join(tmpdir(), 'alhena-lighthouse-'))
  try {
    return await withShop(async ({ url }) => {
      const lines: string[] = []
      for (const path of PAGES) lines.push(await lineFor(url, path, chromium, join(folder, 'report.json')))
      return lines
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function lineFor(url: string, path: string, chromium: string, file: string): Promise<string> {
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
      // Search results are 'noindex' on purpose.
      ...(path.includes('search=') ? ['--skip-audits=is-crawlable'] : []),
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, timeout: 180_000 },
  )
  const { categories, audits } = reportSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  const scores = CATEGORIES.map(name => `${name} ${Math.round((categories[name].score ?? 0) * 100)}`)
  const shift = audits['cumulative-layout-shift']?.numericValue ?? 0
  const paint = (audits['largest-contentful-paint']?.numericValue ?? 0) / 1000
  const faults = Object.entries(audits)
    .filter(([, audit]) => audit.score !== null && audit.score < 0.9)
    .map(([name]) => name)
  return `${path}: ${scores.join(', ')}; CLS ${shift.toFixed(3)}, LCP ${paint.toFixed(1)} s; below 90: ${faults.join(' ') || 'nothing'}`
}
