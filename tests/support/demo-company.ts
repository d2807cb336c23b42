import { openAccounts } from '#app/features/identity/accounts.test-support.ts'
import { ensureFirstAdmin } from '#app/features/identity/staff/roles.server.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import { loadDemoCompany } from '#server/demo/load-company.ts'
import type { TestDatabase } from './database.ts'

/** Fills a database with the demo's company, as a start does. */
export async function loadTestCompany(database: TestDatabase, now: Date): Promise<boolean> {
  const { auth } = openAccounts(database)
  const log = createLog('error', () => {})
  const admin = { email: 'admin@example.cl', password: 'una-clave-larga' }
  await ensureFirstAdmin({ auth, ownerPool: database.ownerPool, log }, admin, true)
  const settings = {
    appUrl: 'http://tienda.test',
    dataDir: '',
    demo: true,
    payments: 'simulator',
    mailServer: undefined,
    mailBounceKey: undefined,
    staffSecondFactor: false,
  } as const
  return loadDemoCompany({ db: database.db, auth, settings, log }, database.ownerPool, now)
}
