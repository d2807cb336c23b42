import type { ReconciledGateway } from '#app/platform/database/values.ts'
import type { Settings } from '#app/platform/env/settings.server.ts'

/**
 * Whose reports are compared: the gateway that the shop takes payments with. Payments of the other one are not part of it, so
 * that simulated ones never stand among real money.
 */
export const reconciledGateway = ({ payments }: Pick<Settings, 'payments'>): ReconciledGateway =>
  payments === 'simulator' ? 'simulator' : 'webpay'
