import { resendNext } from '#app/features/accesses/admin/resend-many.server.ts'
import { purgeDrafts } from '#app/features/accesses/invitations/invitations.server.ts'
import { sendReminders } from '#app/features/accesses/invitations/remind-pending.server.ts'
import { markCodes } from '#app/features/accesses/mark-codes.server.ts'
import { checkLedger } from '#app/features/accounting/check-ledger.server.ts'
import { type AlertDeps, raiseAlerts } from '#app/features/alerts/raise-alerts.server.ts'
import { sendLeftAlerts } from '#app/features/alerts/send-left-alerts.server.ts'
import { purgeEvents } from '#app/features/analytics/analytics.server.ts'
import { foldFigures } from '#app/features/analytics/figures.server.ts'
import { purgeStatements } from '#app/features/bank-statements/import/statements.server.ts'
import { warnOfDueRequests } from '#app/features/data-requests/admin/warn-due.server.ts'
import { applyRetention } from '#app/features/data-requests/apply-retention.server.ts'
import { deliverWebhooks } from '#app/features/integrations/deliver-webhooks.server.ts'
import { purgeWebhooks } from '#app/features/integrations/deliveries.server.ts'
import { recoverAttempts } from '#app/features/payments/attempts/settle-attempt.server.ts'
import { reconcileChanges } from '#app/features/reconciliation/days/reconcile-days.server.ts'
import { purgeReports } from '#app/features/reconciliation/reports/store-report.server.ts'
import { computeBenchmarks } from '#app/features/results/benchmark/compute-benchmarks.server.ts'
import { purgeLinks } from '#app/features/results/links/purge-links.server.ts'
import { latePlanActions, sendPlanMails } from '#app/features/results/plan-actions/mails/send-plan-mails.server.ts'
import { lateLevels } from '#app/features/results/sharing/shared-levels.server.ts'
import { checkDocuments } from '#app/features/tax-documents/check-documents.server.ts'
import { issueDocuments } from '#app/features/tax-documents/issue-documents.server.ts'
import { type SendDeps, sendMails } from '#app/mails/send-mails.server.ts'
import { makeDueBackup, type NightlyBackup } from '#app/platform/backup/nightly.server.ts'
import type { Poller } from '#app/platform/jobs/pollers.server.ts'
import { purgeExpired } from '#app/platform/jobs/purge-expired.server.ts'
import type { BackgroundWork } from '#app/platform/jobs/worker.server.ts'
import type { objectWork } from '#app/platform/objects/object-work.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'

/** What is done for the jobs of each queue. @param backup undefined: the shop makes none by itself. */
export const backgroundWork = (
  deps: SendDeps & { files: ReturnType<typeof objectWork> },
  backup: NightlyBackup | undefined,
): BackgroundWork => {
  const { db, log, files } = deps
  return {
    mail: {
      each: (jobs, now) => sendMails({ ...deps, late: { ...lateLevels(db), ...latePlanActions(db) } }, jobs, now),
    },
    resend: now => resendNext(db, now),
    reminders: now => sendReminders(db, now),
    'plan-mails': now => sendPlanMails(db, now),
    benchmarks: now => computeBenchmarks(db, now),
    figures: now => foldFigures(db, now),
    'ledger-check': now => checkLedger(db, now),
    'data-request-deadlines': now => warnOfDueRequests(db, now),
    retention: now => applyRetention({ db, log }, now),
    purge: now => purgeExpired(db, now),
    'list-purge': now => purgeDrafts(db, now),
    'event-purge': now => purgeEvents(db, now),
    'statement-purge': now => purgeStatements(db, now),
    'report-purge': now => purgeReports(db, now),
    'webhook-purge': now => purgeWebhooks(db, now),
    'link-purge': now => purgeLinks(db, now),
    'object-move': files.move,
    'object-sweep': files.sweep,
    backup: async now => (backup ? makeDueBackup(backup, now) : 0),
  }
}

type TaxDocumentProvider = Parameters<typeof issueDocuments>[0]['provider']

/**
 * Work whose own tables hold its state, its deadlines and its order, which a job would only repeat (ADR 0067).
 * @param provider without one there are no tax documents to ask about.
 */
export function pollersOf(services: Services, provider: TaxDocumentProvider | undefined): Poller[] {
  const { db, log, now, settings } = services
  return [
    // The back office finds new access codes once they are marked.
    { name: 'code-marks', everyMs: 1_000, run: () => markCodes(db) },
    {
      name: 'webhooks',
      everyMs: 1_000,
      run: (_, stopping) => deliverWebhooks({ db, log, now, allowLocal: settings.demo }, stopping),
    },
    { name: 'payment-recovery', everyMs: 5_000, run: at => recoverAttempts(services, at) },
    { name: 'reconciliation', everyMs: 5_000, run: at => reconcileChanges(db, at) },
    ...(provider
      ? [
          { name: 'tax-documents', everyMs: 2_000, run: (at: Date) => issueDocuments({ db, log, provider }, at) },
          {
            name: 'tax-document-checks',
            everyMs: 30_000,
            run: (at: Date) => checkDocuments({ db, log, provider }, at),
          },
        ]
      : []),
  ]
}

/** Tells the owner what is to be known, and sends what it tells itself where nobody else does. */
export const alertsPoller = (deps: AlertDeps & SendDeps): Poller => ({
  name: 'alerts',
  everyMs: 60_000,
  async run(at) {
    await sendLeftAlerts(deps, at)
    await raiseAlerts(deps, at)
    return 0
  },
})
