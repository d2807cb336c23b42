import { createLog } from '#app/platform/log/log.server.ts'
import type { PaymentGateway } from '#app/platform/payments/gateway.ts'
import { createGateways } from '#app/platform/payments/gateways.ts'
import type { PaymentServices } from '#tests/support/payments.ts'
import { type Death, type Life, mortalDatabase, type Pools } from './mortal-database.ts'

/** One process of the shop, which may die. */
export type ShopOfCase = {
  readonly services: Pick<PaymentServices, 'db' | 'gateways' | 'settings' | 'log'>
  readonly life: Life
  /** Runs a request or a job. Undefined when the process died meanwhile. */
  run<Value>(work: () => Promise<Value>): Promise<Value | undefined>
}

/** What every process of a test shares: the database, the bank's gateway and the clock. */
export type Surroundings = { readonly pools: Pools; readonly gateway: PaymentGateway; readonly now: () => Date }

export function openShopOfCase({ pools, gateway, now }: Surroundings, death?: Death): ShopOfCase {
  const { db, life } = mortalDatabase(pools, now, death)
  const mortal: PaymentGateway = {
    ...gateway,
    start: request => life.abroad(() => gateway.start(request)),
    confirm: token => life.abroad(() => gateway.confirm(token)),
    query: token => life.abroad(() => gateway.query(token)),
    refund: (token, amount) => life.abroad(() => gateway.refund(token, amount)),
  }
  return {
    life,
    services: {
      db,
      gateways: createGateways(mortal),
      settings: {
        appUrl: 'http://tienda.test',
        dataDir: '',
        demo: true,
        payments: 'simulator',
        mailServer: undefined,
        mailBounceKey: undefined,
        staffSecondFactor: false,
      },
      log: createLog('error', () => undefined),
    },
    run: work => Promise.race([work(), life.over.then(() => undefined)]),
  }
}
