import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const FORBIDDEN = [
  ['app/kernel/a.ts', '#app/platform/log/log.server.ts'],
  ['app/kernel/b.ts', 'kysely'],
  ['app/ui/a.tsx', '#app/features/cart/cart.ts'],
  ['app/ui/b.tsx', '#app/platform/log/log.server.ts'],
  ['app/platform/log/a.ts', '#app/features/cart/cart.ts'],
  ['app/platform/log/b.ts', '#server/main.ts'],
  ['app/features/cart/a.ts', '#app/routes/store/cart.tsx'],
  ['app/features/cart/b.ts', '../orders/orders.ts'],
  ['app/features/pricing/a.ts', '#app/features/cart/cart.ts'],
  ['app/features/cart/d.ts', '#app/features/quotations/quotations.ts'],
  ['app/features/quotations/a.ts', '#app/features/orders/orders.ts'],
  ['app/features/orders/a.ts', '#app/features/payments/attempts.ts'],
  ['app/features/identity/a.ts', '#app/features/catalogue/catalogue.ts'],
  ['app/features/texts/a.ts', '#app/features/integrations/webhooks.ts'],
  ['app/features/integrations/a.ts', '#app/features/audit/audit-list.ts'],
  ['app/routes/store/a.tsx', '#server/main.ts'],
] as const

const ALLOWED = [
  ['app/features/cart/c.ts', '#app/features/pricing/pricing.ts'],
  ['app/features/quotations/c.ts', '#app/features/cart/cart.ts'],
  ['app/features/payments/c.ts', '#app/features/orders/orders.ts'],
  ['app/features/accesses/c.ts', '#app/features/audit/audit.db.server.ts'],
  ['app/features/integrations/c.ts', '#app/features/audit/audit.db.server.ts'],
  ['app/routes/store/c.tsx', '#app/features/cart/cart.ts'],
  ['app/kernel/c.ts', './money.ts'],
  ['server/c.ts', '#app/platform/log/log.server.ts'],
] as const

/** The rules of biome.json that each file breaks, by path. */
const broken = new Map<string, string[]>()
const folder = mkdtempSync(join(tmpdir(), 'alhena-boundaries-'))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

beforeAll(() => {
  const rules = JSON.parse(readFileSync('biome.json', 'utf8'))
  write('biome.json', JSON.stringify({ ...rules, vcs: { enabled: false } }))
  for (const [path, address] of [...FORBIDDEN, ...ALLOWED])
    write(path, `import { thing } from '${address}'\nexport const used = thing\n`)
  write('app/features/cart/cycle-a.ts', "import { b } from './cycle-b.ts'\nexport const a = () => b\n")
  write('app/features/cart/cycle-b.ts', "import { a } from './cycle-a.ts'\nexport const b = () => a\n")
  const biome = resolve('node_modules/.bin/biome')
  const run = spawnSync(biome, ['lint', '--reporter=json', '--max-diagnostics=none'], { cwd: folder, encoding: 'utf8' })
  const report: { diagnostics: { category: string; location: { path: string | { file: string } } }[] } = JSON.parse(
    run.stdout,
  )
  for (const { category, location } of report.diagnostics) {
    const path = (typeof location.path === 'string' ? location.path : location.path.file).replace(/^\.\//, '')
    broken.set(path, [...(broken.get(path) ?? []), category])
  }
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('imports go one way', () => {
  it.each(FORBIDDEN)('%s may not import %s', path => {
    expect(broken.get(path)).toContain('lint/style/noRestrictedImports')
  })

  it.each(ALLOWED)('%s may import %s', path => {
    expect(broken.get(path) ?? []).toEqual([])
  })

  it('and never round in a circle', () => {
    expect(broken.get('app/features/cart/cycle-a.ts')).toContain('lint/suspicious/noImportCycles')
  })
})
