import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createMetrics } from '#app/platform/metrics/metrics.server.ts'

const PROMTOOL = '/usr/bin/promtool'
const OUR_METRIC = /\b(?:alhena|nodejs|process)_[a-z0-9_]+/g

/** Every metric that a process can have, with the series of histograms. */
async function metricNames(): Promise<Set<string>> {
  const release = { version: '1', build: '', role: 'web' as const }
  const metrics = createMetrics({
    release,
    pools: {},
    replica: { age: () => 0, isUsed: () => true },
    pageCaches: () => ({}),
    jobs: () => [],
    shopState: () => Promise.resolve({ at: new Date(), queues: [], people: [], lastBackup: new Date() }),
  })
  const types = [...(await metrics.render()).matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map(suffix => name + suffix) : [name],
    ),
  )
}

type Panel = { title: string; targets?: { expr: string }[] }
const dashboard = JSON.parse(readFileSync('deploy/grafana/alhena.json', 'utf8')) as { panels: Panel[] }
const queries = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const))
const namesIn = (text: string): string[] => text.match(OUR_METRIC) ?? []

describe('the dashboard', () => {
  it.each(queries)('%s asks for metrics that exist', async (_title, query) => {
    const known = await metricNames()
    expect(namesIn(query)).not.toEqual([])
    expect(namesIn(query).filter(name => !known.has(name))).toEqual([])
  })

  it('shows every figure of the shop', async () => {
    const shown = new Set(queries.flatMap(([, query]) => namesIn(query)))
    const ours = [...(await metricNames())].filter(name => name.startsWith('alhena_'))
    // The histogram's sum is an average's; the last success is in an alert.
    const unshown = ['alhena_http_request_duration_seconds_sum', 'alhena_job_last_success_seconds']
    expect(ours.filter(name => !shown.has(name))).toEqual(unshown)
  })
})

describe('the alert rules', () => {
  it('ask for metrics that exist', async () => {
    const known = await metricNames()
    const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
    expect(namesIn(rules).filter(name => !known.has(name))).toEqual([])
  })

  it.runIf(existsSync(PROMTOOL))('are valid and ring when they should', () => {
    const options = { cwd: 'deploy/prometheus', encoding: 'utf8', stdio: 'pipe' } as const
    expect(execFileSync(PROMTOOL, ['check', 'config', 'prometheus.yml'], options)).toContain('SUCCESS')
    expect(execFileSync(PROMTOOL, ['test', 'rules', 'alerts.test.yml'], options)).toContain('SUCCESS')
  })
})
