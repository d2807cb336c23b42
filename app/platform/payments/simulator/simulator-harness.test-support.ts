import type { GatewayHarness } from '#app/platform/payments/contract-harness.test-support.ts'
import { createSimulatorGateway, type SimulatorGateway } from './simulator-gateway.server.ts'
import type { SimulatorStore } from './simulator-store.ts'

/** The simulator under the contract, on any store, with a clock that stands at noon until it is moved. */
export function simulatorHarness(store: SimulatorStore): GatewayHarness & { readonly gateway: SimulatorGateway } {
  let now = Date.UTC(2026, 10, 21, 12)
  const restart = () => createSimulatorGateway({ store, appUrl: 'https://alhena.example', clock: () => new Date(now) })
  const gateway = restart()
  return {
    gateway,
    async customer(token, decision, card) {
      const departure = await gateway.decide(token, decision, card)
      if (!departure.ok) throw new Error(departure.error.code)
      return departure.value
    },
    advance: ms => {
      now += ms
    },
    restart,
    secrets: [],
    close: async () => {},
  }
}
