import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from '#app/platform/env/settings.server.ts'
import { findProgram, needing } from './support/programs.ts'

// The recipes of deploy/ that only their own programs can read, and that must fit the shop's settings.

const UNITS = 'deploy/systemd'
const analyze = findProgram('systemd-analyze')
const services = readdirSync(UNITS).filter(name => name.endsWith('.service'))

it.skipIf(analyze === undefined)(needing('systemd accepts the units', 'systemd-analyze', analyze), () => {
  const files = readdirSync(UNITS).filter(name => /\.(service|timer)$/.test(name))
  const args = ['verify', '--man=no', ...files.map(name => join(UNITS, name))]
  const { status, stderr } = spawnSync(analyze ?? '', args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
})

/** systemd's own rating of what a service may do: 0 is nothing, 10 everything. */
it.skipIf(analyze === undefined)(needing('each service may do little', 'systemd-analyze', analyze), () => {
  for (const service of services) {
    const args = ['security', '--offline=yes', '--threshold=15', join(UNITS, service)]
    const { status, stdout, stderr } = spawnSync(analyze ?? '', args, { encoding: 'utf8' })
    expect(status, `${service}\n${stdout}\n${stderr}`).toBe(0)
  }
})

/** Seconds for idle connections, requests under way and the end of jobs, after DRAIN_SECONDS (server/drain.ts). */
const AFTER_DRAIN = 5 + 20 + 20

const settingsOf = (file: string) =>
  Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => /^\w+=./.test(line))
      .map(line => line.split(/=(.*)/s).slice(0, 2)),
  )

it('gives every process its time to stop', () => {
  for (const service of ['alhena-web.service', 'alhena-worker.service']) {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(readFileSync(join(UNITS, service), 'utf8'))?.[1])
    const { drainSeconds } = readSettings(
      { ...settingsOf(join(UNITS, 'alhena.env.example')), ADMIN_PASSWORD: 'una-clave-larga' },
      '/',
    )
    expect(seconds).toBeGreaterThanOrEqual(drainSeconds + AFTER_DRAIN)
  }
  expect(readFileSync('deploy/docker/compose.yaml', 'utf8')).toMatch(/stop_grace_period: 60s/)
})

it('shows settings that the shop accepts', () => {
  const example = settingsOf('deploy/docker/shop.env.example')
  const given = {
    ...example,
    ADMIN_PASSWORD: 'una-clave-larga',
    DATABASE_URL: 'postgresql://alhena@database/alhena',
    PROXY_HOPS: '1',
  }
  expect(readSettings(given, '/')).toMatchObject({ payments: 'webpay', proxyHops: 1, demo: false })
})
