import { hostname } from 'node:os'
import { join } from 'node:path'
import { confirmationMail, passwordChangedMail, resetMail } from '#app/features/identity/identity-mails.server.ts'
import { ensureFirstAdmin } from '#app/features/identity/staff/roles.server.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { createAuth } from '#app/platform/auth/auth.server.ts'
import type { NightlyBackup } from '#app/platform/backup/nightly.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { Databases } from '#app/platform/database/database.server.ts'
import { listenTo } from '#app/platform/database/listen.server.ts'
import type { Settings } from '#app/platform/env/settings.server.ts'
import { createJobHealth, type JobHealth } from '#app/platform/jobs/job-health.ts'
import { type Pollers, startPollers } from '#app/platform/jobs/pollers.server.ts'
import { type JobWorker, startJobWorker } from '#app/platform/jobs/worker.server.ts'
import { createLog, describeError } from '#app/platform/log/log.server.ts'
import { createMailTransport } from '#app/platform/mail/transport.server.ts'
import { objectWork } from '#app/platform/objects/object-work.server.ts'
import { createS3Store } from '#app/platform/objects/s3-store.server.ts'
import { openGateways } from '#app/platform/payments/open-gateways.server.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { readMasterKeys } from '#app/platform/secrets/master-keys.server.ts'
import { keepShopSecrets, openShopSecrets } from '#app/platform/secrets/shop-secrets.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { createTaxDocuments } from '#app/platform/tax-documents/provider.server.ts'
import { watchTexts } from '#app/platform/texts/texts.server.ts'
import { createUploadReader } from '#app/platform/uploads/upload-reader.server.ts'
import { alertsPoller, backgroundWork, pollersOf } from './background-work.ts'
import { loadDemoCompany } from './demo/load-company.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { projectRoot } from './project-root.ts'

/** The channel of db/schema/03-catalog.sql. */
const PUBLIC_CHANGES = 'alhena_public_pages'
export type Shop = {
  services: Services
  databases: OpenDatabase
  /** The demo's generated administrator, when this start created it. */
  firstAdmin: { email: string; password: string } | undefined
  /** Whether this start filled the demo with a company's purchases. */
  hasNewCompany: boolean
  isReady(): Promise<boolean>
  /** How the jobs of this process ended. */
  jobHealth: JobHealth
  metricsAddress: Settings['metrics']
  /** Subscribes to changes of what public pages show, by this process or another one. */
  onPublicChange(listener: () => void): void
  startWorker(): void
  /** Instead of the worker, in a process that leaves it to another: tells the owner when there is none. */
  startWatch(): void
  close(): Promise<void>
}

/** Opens the database (the embedded one where no address is set), prepares it and assembles the services. */
export async function openShop(settings: Settings): Promise<Shop> {
  const log = createLog(settings.logLevel)
  const database = await openDatabase(settings, log)
  try {
    return await putTogether(settings, log, database)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function putTogether(settings: Settings, log: Services['log'], databases: OpenDatabase): Promise<Shop> {
  const { db, ownerPool, sessionPool, shopPool } = databases
  const publicListeners = new Set<() => void>()
  const texts = await watchTexts({ db, log })
  const listening = listenTo(
    databases.address,
    {
      ...texts,
      [PUBLIC_CHANGES]: () => {
        // Before the pages are made anew.
        databases.replica?.catchUp()
        for (const listener of publicListeners) listener()
      },
    },
    {
      // Not the public pages: those are rendered again every few seconds anyway.
      refresh: () => {
        for (const read of Object.values(texts)) read()
      },
      onState: state => log.warn(`listener_${state}`, {}),
    },
  )
  const secrets = await openShopSecrets(ownerPool, await readMasterKeys(settings))
  keepShopSecrets(secrets)
  const queue = (mail: Parameters<typeof queueMail>[1]) => asActor(db, SYSTEM, tx => queueMail(tx, mail))
  const auth = createAuth({
    log,
    ownerPool,
    appUrl: settings.appUrl,
    secret: secrets.session,
    rateLimit: settings.rateLimits,
    sendConfirmation: mail => queue(confirmationMail(mail, settings.appUrl)),
    sendPasswordReset: mail => queue(resetMail(mail, settings.appUrl)),
    sendPasswordChanged: reader => queue(passwordChangedMail(reader, new Date())),
  })
  const firstAdmin = await ensureFirstAdmin({ auth, ownerPool, log }, settings.admin, settings.demo)
  const now = () => new Date()
  const hasNewCompany = settings.demoCompany && (await fillDemo({ db, auth, settings, log }, sessionPool))
  const pdf = createPdfRenderer()
  const uploads = createUploadReader(log)
  const payments = openGateways(settings, db, now)
  const objects = settings.objectStore && createS3Store(settings.objectStore)
  const services: Services = { db, auth, ...payments, pdf, uploads, objects, settings, log, now }
  const transport = createMailTransport({ smtpUrl: settings.smtpUrl, dataDir: settings.dataDir })
  const taxDocuments = createTaxDocuments(settings.taxDocuments)
  const jobHealth = createJobHealth(now)
  const mailDeps = { db, transport, appUrl: settings.appUrl, log }
  const alertDeps = {
    ...mailDeps,
    dataDir: settings.dataDir,
    host: hostname(),
    jobs: jobHealth.report,
    makesBackups: settings.backup.directory !== undefined,
  }
  let worker: JobWorker | undefined
  let pollers: Pollers | undefined

  return {
    services,
    databases,
    firstAdmin,
    hasNewCompany,
    jobHealth,
    metricsAddress: settings.metrics,
    isReady: () =>
      ownerPool.query('select 1').then(
        () => true,
        error => {
          log.warn('not_ready', describeError(error))
          return false
        },
      ),
    onPublicChange: listener => void publicListeners.add(listener),
    startWorker() {
      const alerts = alertsPoller({ ...alertDeps, waitingSince: undefined })
      pollers = startPollers({ log, health: jobHealth, pollers: [...pollersOf(services, taxDocuments), alerts] })
      worker = startJobWorker({
        pool: shopPool,
        log,
        now,
        work: backgroundWork(
          { ...mailDeps, files: objectWork({ db, ownerPool, objects, log }) },
          nightlyBackup(settings.backup, { ownerPool: sessionPool, address: databases.address, objects, log }),
        ),
        health: jobHealth,
      })
    },
    startWatch() {
      pollers = startPollers({ log, health: jobHealth, pollers: [alertsPoller({ ...alertDeps, waitingSince: now() })] })
    },
    async close() {
      await Promise.all([worker?.stop(), pollers?.stop()])
      await listening.close()
      await pdf.close()
      await uploads.close()
      await transport.close()
      objects?.close()
      await databases.close()
    },
  }
}

/** Without a folder the operator backs up by other means. */
const nightlyBackup = (
  { directory, key, keep }: Settings['backup'],
  shop: Pick<NightlyBackup, 'ownerPool' | 'address' | 'objects' | 'log'>,
): NightlyBackup | undefined =>
  directory === undefined ? undefined : { ...shop, directory, key, keep, migrations: join(projectRoot, 'db') }

/**
 * An empty demo is usable as well: what prevents loading its company (a catalogue changed before) is logged and stops
 * nothing.
 */
async function fillDemo(services: Parameters<typeof loadDemoCompany>[0], ownerPool: Databases['ownerPool']) {
  try {
    return await loadDemoCompany(services, ownerPool, new Date())
  } catch (error) {
    services.log.error('demo_company_failed', describeError(error))
    return false
  }
}
