import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readShopState } from '#app/features/alerts/shop-state.server.ts'
import { type CacheFigures, createMetrics } from '#app/platform/metrics/metrics.server.ts'
import routes from '#app/routes.ts'
import { isBuildName } from './builds.ts'
import { openPrivatePort, type PrivatePort } from './private-port.ts'
import { projectRoot } from './project-root.ts'
import type { ObserveRequest } from './request-log.ts'
import { createRouteNames } from './route-rules.ts'
import type { Shop } from './shop.ts'

/** Milliseconds for which an answer about the database is given again: anybody may ask, as often as they like. */
const FRESH_MS = 1_000

/**
 * Asks whether the database is available, at most once a second, however many want to know.
 * @param ask never rejects.
 */
export function createReadiness(ask: () => Promise<boolean>, now: () => number = Date.now): () => Promise<boolean> {
  let latest: { at: number; answer: Promise<boolean> } | undefined
  return () => {
    if (latest === undefined || now() - latest.at >= FRESH_MS) latest = { at: now(), answer: ask() }
    return latest.answer
  }
}

export type Watch = {
  /** Undefined where nobody reads the figures: requests then cost nothing more. */
  observe: ObserveRequest | undefined
  /** @throws SettingsError when the port can't be used. */
  open(): Promise<PrivatePort | undefined>
}

/**
 * The figures and the health of this process for whoever operates the shop, on a port of their own (METRICS_PORT).
 * @param pageCaches of a process that serves pages.
 */
export async function watchProcess(
  shop: Pick<Shop, 'databases' | 'services' | 'jobHealth' | 'metricsAddress'>,
  role: 'web' | 'worker',
  pageCaches?: () => Record<string, CacheFigures>,
): Promise<Watch> {
  const address = shop.metricsAddress
  if (!address) return { observe: undefined, open: () => Promise.resolve(undefined) }
  const { db, now } = shop.services
  const { replica } = shop.databases
  const metrics = createMetrics({
    release: { ...(await readRelease()), role },
    pools: { ...shop.databases.pools, ...(replica && { replica: replica.pool }) },
    replica: replica && { age: replica.age, isUsed: () => replica.current() !== undefined },
    pageCaches,
    jobs: shop.jobHealth.report,
    shopState: () => readShopState(db, now()),
  })
  const nameOf = createRouteNames(routes)
  return {
    observe: (method, path, status, ms) => metrics.observeRequest(method, nameOf(path), status, ms),
    open: () => openPrivatePort({ ...address, metrics, jobs: shop.jobHealth.report }),
  }
}

/** The version of the package, and the digest of the sources that names the build's folder; empty in development. */
async function readRelease(): Promise<{ version: string; build: string }> {
  const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
  const folder = basename(fileURLToPath(new URL('..', import.meta.url)))
  return { version, build: isBuildName(folder) ? folder : '' }
}
