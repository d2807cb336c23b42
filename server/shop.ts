import { purgeDrafts } from '#app/features/accesses/invitations/invitations.db.server.ts'
import { sendReminders } from '#app/features/accesses/invitations/send-reminders.server.ts'
import { markCodes } from '#app/features/accesses/mark-codes.server.ts'
import { resendNext } from '#app/features/accesses/staff/resend-many.server.ts'
import { checkLedger } from '#app/features/accounting/check-ledger.server.ts'
import { purgeEvents } from '#app/features/analytics/analytics.db.server.ts'
import { foldFigures } from '#app/features/analytics/figures.db.server.ts'
import { purgeStatements } from '#app/features/bank-statements/import/statements.db.server.ts'
import { applyRetention } from '#app/features/data-requests/apply-retention.server.ts'
import { warnOfDueRequests } from '#app/features/data-requests/desk/warn-due.server.ts'
import { ensureFirstAdmin } from '#app/features/identity/clients/roles.server.ts'
import { confirmationMail, passwordChangedMail, resetMail } from '#app/features/identity/identity-mails.server.ts'
import { deliverWebhooks } from '#app/features/integrations/deliver-webhooks.server.ts'
import { purgeWebhooks } from '#app/features/integrations/deliveries.db.server.ts'
import { recoverAttempts } from '#app/features/payments/attempts/settle-attempt.server.ts'
import { reconcileChanges } from '#app/features/reconciliation/days/reconcile-days.server.ts'
import { purgeReports } from '#app/features/reconciliation/reports/store-report.server.ts'
import { checkDocuments } from '#app/features/tax-documents/check-documents.server.ts'
import { issueDocuments } from '#app/features/tax-documents/issue-documents.server.ts'
import { createAuth } from '#app/platform/auth/auth.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { appLoginAddresses, ensureAppLogins } from '#app/platform/database/app-login.server.ts'
import { type Databases, openDatabases } from '#app/platform/database/database.server.ts'
import { listenTo } from '#app/platform/database/listen.server.ts'
import { startEmbeddedPostgres } from '#app/platform/embedded-postgres/launcher.server.ts'
import type { Settings } from '#app/platform/env/settings.server.ts'
import { purgeExpired, startWorker } from '#app/platform/jobs/worker.server.ts'
import { createLog, describeError } from '#app/platform/log/log.server.ts'
import { queueMail, sendDueMails } from '#app/platform/mail/outbox.server.ts'
import { createMailTransport } from '#app/platform/mail/transport.server.ts'
import { openGateways } from '#app/platform/payments/open-gateways.server.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { readMasterKeys } from '#app/platform/secrets/master-keys.server.ts'
import { keepShopSecrets, openShopSecrets } from '#app/platform/secrets/shop-secrets.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { createTaxDocuments } from '#app/platform/tax-documents/provider.server.ts'
import { watchTexts } from '#app/platform/texts/texts.db.server.ts'
import { loadDemoCompany } from './demo/load-company.ts'
import { prepareDatabase } from './prepare-database.ts'

/** Size of the application's connection pool. */
const POOL_SIZE = 20
/** Milliseconds between polls for due mails, and for unfinished payments and those whose day is to be compared again. */
const MAIL_EVERY_MS = 500
const RECOVERY_EVERY_MS = 5_000
/** Milliseconds between polls for due webhooks. */
const WEBHOOKS_EVERY_MS = 1_000
/** Milliseconds between polls for due tax documents, and for what the SII says about issued ones. */
const TAX_DOCUMENTS_EVERY_MS = 2_000
const TAX_CHECKS_EVERY_MS = 30_000
/** Milliseconds between polls for due reminders. */
const REMINDERS_EVERY_MS = 60_000
/** Shorter, because the administrator who requested a bulk send watches its progress. */
const RESEND_EVERY_MS = 2_000
/** Milliseconds between polls for new access codes, which the back office finds once they are marked. */
const MARKS_EVERY_MS = 1_000
/** Milliseconds between purges of expired rows. */
const PURGE_EVERY_MS = 60 * 60_000
/** The channel of db/schema/03-catalog.sql. */
const PUBLIC_CHANGES = 'alhena_public_pages'
/** Figures include what is not aggregated yet: this interval only limits its amount. */
const FIGURES_EVERY_MS = 60_000

/** Milliseconds between looks for closed days of the ledger; each day is compared in the night after it. */
const LEDGER_EVERY_MS = 10 * 60_000

export type Shop = {
  services: Services
  databases: Databases
  /** The demo's generated administrator, when this start created it. */
  firstAdmin: { email: string; password: string } | undefined
  /** Whether this start filled the demo with a company's purchases. */
  hasNewCompany: boolean
  isReady(): Promise<boolean>
  /** Subscribes to changes of what public pages show, by this process or another one. */
  onPublicChange(listener: () => void): void
  startWorker(): void
  close(): Promise<void>
}

/** Opens the database (the embedded one where no address is set), prepares it and assembles the services. */
export async function openShop(settings: Settings): Promise<Shop> {
  const log = createLog(settings.logLevel)
  const embedded = settings.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: settings.dataDir, log: line => log.info('postgres', { line }) })
  const databases = embedded
    ? openDatabases(embedded.connectionString, POOL_SIZE, appLoginAddresses(embedded.connectionString))
    : openDatabases(settings.databaseUrl ?? '', POOL_SIZE)
  try {
    await prepareDatabase(databases, settings)
    if (embedded) await ensureAppLogins(databases.ownerPool, embedded.connectionString)
    const address = settings.databaseUrl ?? embedded?.connectionString ?? ''
    return await putTogether(settings, log, { ...databases, address }, () => embedded?.stop() ?? Promise.resolve())
  } catch (error) {
    await databases.close()
    await embedded?.stop()
    throw error
  }
}

async function putTogether(
  settings: Settings,
  log: Services['log'],
  databases: Databases & { address: string },
  stopDatabase: () => Promise<void>,
): Promise<Shop> {
  const { db, ownerPool } = databases
  const publicListeners = new Set<() => void>()
  const listening = listenTo(databases.address, {
    ...(await watchTexts({ db, log })),
    [PUBLIC_CHANGES]: () => {
      for (const listener of publicListeners) listener()
    },
  })
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
  const hasNewCompany = settings.demoCompany && (await fillDemo({ db, auth, settings, log }, ownerPool))
  const pdf = createPdfRenderer()
  const payments = openGateways(settings, db, now)
  const services: Services = { db, auth, ...payments, pdf, settings, log, now }
  const transport = createMailTransport({ smtpUrl: settings.smtpUrl, dataDir: settings.dataDir })
  const taxDocuments = createTaxDocuments(settings.taxDocuments)
  let worker: ReturnType<typeof startWorker> | undefined

  return {
    services,
    databases,
    firstAdmin,
    hasNewCompany,
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
      worker = startWorker({
        log,
        jobs: [
          {
            name: 'mail',
            everyMs: MAIL_EVERY_MS,
            run: at => sendDueMails({ db, transport, appUrl: settings.appUrl, log }, at),
          },
          { name: 'purge', everyMs: PURGE_EVERY_MS, run: at => purgeExpired(db, at) },
          { name: 'reminders', everyMs: REMINDERS_EVERY_MS, run: at => sendReminders(db, at) },
          { name: 'resend', everyMs: RESEND_EVERY_MS, run: at => resendNext(db, at) },
          { name: 'code-marks', everyMs: MARKS_EVERY_MS, run: () => markCodes(db) },
          { name: 'statement-purge', everyMs: PURGE_EVERY_MS, run: at => purgeStatements(db, at) },
          { name: 'list-purge', everyMs: PURGE_EVERY_MS, run: at => purgeDrafts(db, at) },
          { name: 'event-purge', everyMs: PURGE_EVERY_MS, run: at => purgeEvents(db, at) },
          { name: 'retention', everyMs: PURGE_EVERY_MS, run: at => applyRetention({ db, log }, at) },
          { name: 'data-request-deadlines', everyMs: PURGE_EVERY_MS, run: at => warnOfDueRequests(db, at) },
          { name: 'figures', everyMs: FIGURES_EVERY_MS, run: at => foldFigures(db, at) },
          { name: 'ledger-check', everyMs: LEDGER_EVERY_MS, run: at => checkLedger(db, at) },
          {
            name: 'webhooks',
            everyMs: WEBHOOKS_EVERY_MS,
            run: (_, stopping) => deliverWebhooks({ db, log, now, allowLocal: settings.demo }, stopping),
          },
          { name: 'reconciliation', everyMs: RECOVERY_EVERY_MS, run: at => reconcileChanges(db, at) },
          { name: 'report-purge', everyMs: PURGE_EVERY_MS, run: at => purgeReports(db, at) },
          { name: 'webhook-purge', everyMs: PURGE_EVERY_MS, run: at => purgeWebhooks(db, at) },
          ...(taxDocuments ? taxDocumentJobs({ db, log, provider: taxDocuments }) : []),
          { name: 'payment-recovery', everyMs: RECOVERY_EVERY_MS, run: at => recoverAttempts(services, at) },
        ],
      })
    },
    async close() {
      await worker?.stop()
      await listening.close()
      await pdf.close()
      await transport.close()
      await databases.close()
      await stopDatabase()
    },
  }
}

/** Without a provider there is nothing to ask. */
const taxDocumentJobs = (deps: Parameters<typeof issueDocuments>[0]) => [
  { name: 'tax-documents', everyMs: TAX_DOCUMENTS_EVERY_MS, run: (at: Date) => issueDocuments(deps, at) },
  { name: 'tax-document-checks', everyMs: TAX_CHECKS_EVERY_MS, run: (at: Date) => checkDocuments(deps, at) },
]

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
