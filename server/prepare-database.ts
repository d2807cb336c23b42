import { join } from 'node:path'
import { loadDemoCatalogue } from '#app/features/catalogue/load-catalogue.server.ts'
import { loadProcessingActivities } from '#app/features/data-requests/registers/load-processing-activities.server.ts'
import { loadDemoDiscounts } from '#app/features/discounts/load-demo-discounts.server.ts'
import { loadQuestionnaires } from '#app/features/questionnaires/load-questionnaires.server.ts'
import { type Databases, ownerDatabase } from '#app/platform/database/database.server.ts'
import { migrate } from '#app/platform/database/migrate.server.ts'
import type { Settings } from '#app/platform/env/settings.server.ts'
import { prepareJobs } from '#app/platform/jobs/prepare-jobs.server.ts'
import { publishReleasedLegal } from '#app/platform/legal/legal.server.ts'
import { requireStoreOfFiles } from '#app/platform/objects/sweep-objects.server.ts'
import { guardSimulatorBooks } from '#app/platform/payments/simulator/simulator-gateway.server.ts'
import { storeTaxDocumentProvider } from '#app/platform/tax-documents/provider.server.ts'
import { projectRoot } from './project-root.ts'

/**
 * Brings a database to what this release needs: migrations, published questionnaires and legal texts and, in the demo,
 * the demo shop.
 */
export async function prepareDatabase(
  databases: Pick<Databases, 'ownerPool'>,
  options: Pick<Settings, 'demo' | 'payments'> & Partial<Pick<Settings, 'taxDocuments' | 'objectStore'>>,
): Promise<{ migrations: string[] }> {
  const migrations = await migrate(databases.ownerPool, join(projectRoot, 'db'))
  await requireStoreOfFiles(databases.ownerPool, options.objectStore !== undefined)
  await prepareJobs(databases.ownerPool)
  await guardSimulatorBooks(databases.ownerPool, options.payments === 'simulator')
  await storeTaxDocumentProvider(databases.ownerPool, options.taxDocuments)
  const owner = ownerDatabase(databases.ownerPool)
  const content = join(projectRoot, 'content')
  await loadQuestionnaires(owner, content)
  await publishReleasedLegal(owner)
  await loadProcessingActivities(owner, content, new Date())
  if (options.demo) {
    await loadDemoCatalogue(owner, content)
    await loadDemoDiscounts(owner)
  }
  return { migrations }
}
