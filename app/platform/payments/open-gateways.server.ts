import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { Settings } from '#app/platform/env/settings.server.ts'
import { createGateways, type Gateways } from './gateways.ts'
import { createPostgresStore } from './simulator/postgres-store.server.ts'
import { createSimulatorGateway, type SimulatorGateway } from './simulator/simulator-gateway.server.ts'
import { createWebpayGateway } from './webpay/webpay-gateway.server.ts'

/**
 * The gateways that the settings name: the one of new payments, and Webpay where its keys are known, for the payments that it
 * took. The simulator exists only while it takes new payments: its books are closed otherwise.
 */
export function openGateways(
  { payments, webpay: keys, appUrl }: Pick<Settings, 'payments' | 'webpay' | 'appUrl'>,
  db: Kysely<DB>,
  clock: () => Date,
): { gateways: Gateways; simulator: SimulatorGateway | undefined } {
  const webpay = keys && createWebpayGateway({ ...keys, isTest: keys.environment === 'integration' })
  if (payments === 'webpay') {
    if (!webpay) throw new Error('Settings name webpay without its keys')
    return { gateways: createGateways(webpay), simulator: undefined }
  }
  const simulator = createSimulatorGateway({ store: createPostgresStore(db), appUrl, clock })
  return { gateways: createGateways(simulator, webpay ? [webpay] : []), simulator }
}
