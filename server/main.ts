import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { SettingsError } from '#app/platform/env/setting.ts'
import { readSettings } from '#app/platform/env/settings.server.ts'
import { createSharedLimits } from '#app/platform/http/shared-limits.server.ts'
import { hasMailbox } from '#app/platform/mail/demo-mailbox.ts'
import { startTracing, stopTracing } from '#app/platform/tracing/tracing.ts'
import { restoreNamedBackup, writeNamedBackup } from './backup-commands.ts'
import { DEMO_BUYER } from './demo/company.ts'
import { createDrain } from './drain.ts'
import { createHttpApp } from './http-app.ts'
import { projectRoot } from './project-root.ts'
import { startLimitExchange } from './rate-limit.ts'
import { openShop, type Shop } from './shop.ts'
import { startFault } from './start-fault.ts'
import { moveStorage } from './storage-command.ts'
import { watchProcess } from './watch.ts'

/** Milliseconds that a connection must have been idle to be closed after Ctrl-C: whoever clicks just then is answered. */
const IDLE_AFTER_CTRL_C_MS = 1_000

/** Serves the shop until the process is stopped. @param source the folder of its build, or Vite. */
export async function serve(source: { folder: string } | Development): Promise<void> {
  const development = 'middleware' in source ? source : undefined
  await orStop(async () => {
    const stopper = listenForStop()
    const settings = readSettings(process.env, projectRoot)
    await startTracing(settings.tracesEndpoint, 'web')
    const shop = await openShop(settings)
    stopper.stop = shop.close
    const build = development
      ? development.build
      : ((await import('virtual:react-router/server-build')) as unknown as ServerBuild)
    const server = createServer()
    const drain = createDrain(server)
    const watch = await watchProcess(shop, 'web', () => cacheFigures())
    const limits = createSharedLimits()
    const { app, answerDirectly, cacheFigures } = createHttpApp({
      services: shop.services,
      build,
      clientDirectory: 'folder' in source ? join(source.folder, 'client') : undefined,
      proxyHops: settings.proxyHops,
      rateLimits: settings.rateLimits,
      limits,
      replica: shop.databases.replica,
      isReady: shop.isReady,
      isAccepting: drain.isAccepting,
      onPublicChange: shop.onPublicChange,
      observe: watch.observe,
    })
    const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
    server.on('request', (request, response) => {
      drain.mark(response)
      if (development) development.middleware(request, response, () => void listener(request, response))
      else if (!answerDirectly(request, response)) void listener(request, response)
    })
    // A client that sends its headers or body slowly can't hold a connection for ever.
    server.headersTimeout = 20_000
    server.requestTimeout = 60_000
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(settings.port, settings.host, resolve)
    })
    const privatePort = await watch.open()
    const exchange = settings.rateLimits ? startLimitExchange(limits, shop.services) : undefined
    if (settings.worker) shop.startWorker()
    else shop.startWatch()
    const bound = server.address()
    const port = typeof bound === 'object' && bound ? bound.port : settings.port
    announce(shop, settings.appUrl.replace(/:0$/, `:${port}`))
    stopper.stop = async signal => {
      // Who presses Ctrl-C has no balancer that must notice first, and waits for the end.
      if (signal === 'SIGINT') await drain.stop({ waitMs: 0, idleMs: IDLE_AFTER_CTRL_C_MS })
      else await drain.stop({ waitMs: settings.drainSeconds * 1000 })
      await exchange?.stop()
      await shop.close()
      await privatePort?.close()
      await stopTracing()
    }
  })
}

/** Runs only the worker (mails, payment recovery) until the process is stopped. */
export async function work(): Promise<void> {
  await orStop(async () => {
    const stopper = listenForStop()
    const settings = readSettings(process.env, projectRoot)
    await startTracing(settings.tracesEndpoint, 'worker')
    // A worker serves neither pages nor reports.
    const shop = await openShop({ ...settings, databaseReadUrl: undefined })
    stopper.stop = shop.close
    const privatePort = await (await watchProcess(shop, 'worker')).open()
    stopper.stop = async () => {
      await shop.close()
      await privatePort?.close()
      await stopTracing()
    }
    shop.startWorker()
    console.log('Alhena worker running')
  })
}

/** Takes the second factors of the account whose e-mail follows the command, for who lost them all. */
export async function resetSecondFactor(): Promise<void> {
  await orStop(async () => {
    const [, email] = process.argv.slice(2)
    if (!email) throw new SettingsError('Name the account: npm run reset-second-factor -- ana@example.cl')
    const shop = await openShop(readSettings(process.env, projectRoot))
    const { rows } = await shop.databases.ownerPool.query<{ done: boolean }>(
      'select private.reset_second_factors($1) as done',
      [email],
    )
    await shop.close()
    console.log(rows[0]?.done ? `${email} logs in with the password alone` : `${email} has no second factor`)
    process.exit(rows[0]?.done ? 0 : 1)
  })
}

/** Writes a backup to the file that follows the command. */
export const backup = (): Promise<void> => orStop(() => writeNamedBackup(process.argv.slice(3)))

/** Fills an empty database from the file that follows the command. */
export const restore = (): Promise<void> => orStop(() => restoreNamedBackup(process.argv.slice(3)))

/** Says where pictures and documents are, or moves all of them. */
export const storage = (): Promise<void> => orStop(() => moveStorage(process.argv.slice(3)))

export type Development = {
  build: () => Promise<ServerBuild>
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

function announce(shop: Shop, address: string): void {
  if (shop.firstAdmin) {
    console.log(`Administrator: ${shop.firstAdmin.email} / ${shop.firstAdmin.password} (shown this once)`)
  }
  if (shop.hasNewCompany) console.log(`Demo company: ${DEMO_BUYER.email} / ${DEMO_BUYER.password}`)
  const { gateways, settings } = shop.services
  if (settings.payments === 'simulator') console.log('Payments: simulated, no money moves')
  else if (gateways.current.isTest) console.log("Payments: Webpay Plus, Transbank's test environment: no money moves")
  if (hasMailbox(settings)) console.log(`Mails of the demo: ${address}/demo/correo`)
  console.log(`Alhena is ready at ${address}`)
}

/** Ends the process with one line; whoever looks for a bug sees where it is with LOG_LEVEL=debug. */
async function orStop(start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch (error) {
    console.error(startFault(error, process.env))
    if (process.env.LOG_LEVEL === 'debug') console.error(error)
    process.exit(1)
  }
}

/** Milliseconds after a first signal in which another one is the same: npm passes on what the terminal has sent as well. */
const SAME_SIGNAL_MS = 1_000
/** Milliseconds between two looks for the npm that started this process. */
const PARENT_EVERY_MS = 1_000

type Stop = (signal: 'SIGTERM' | 'SIGINT') => Promise<void>

/**
 * Handles Ctrl-C and SIGTERM from the process's start: `stop` is replaced as more has started. Before that exiting at
 * once is enough, because the embedded database stops with the process.
 */
function listenForStop(): { stop: Stop } {
  const stopper: { stop: Stop } = { stop: () => Promise.resolve() }
  let stoppingSince: number | undefined
  const handle = (signal: Parameters<Stop>[0]) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    stopper.stop(signal).then(
      () => process.exit(0),
      error => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => handle('SIGTERM'))
  process.on('SIGINT', () => handle('SIGINT'))
  if (process.env.npm_lifecycle_event === 'start' || process.env.npm_lifecycle_event === 'worker') {
    // A killed npm passes nothing on, and a shop that nobody can stop would keep the port.
    const parent = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      handle('SIGTERM')
    }, PARENT_EVERY_MS).unref()
  }
  return stopper
}
