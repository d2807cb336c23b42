import { expect, it } from 'vitest'
import { AMOUNT, type GatewayHarness, newRequest, parse, start } from './contract-harness.test-support.ts'
import type { PaymentReturn } from './gateway.ts'
import type { Decision } from './simulator-store.ts'

/** Numbers 4, 5 and 17 of the contract: what comes back through the browser. */
export function returnContract(harness: () => Promise<GatewayHarness>): void {
  it.each<[Decision, PaymentReturn['kind']]>([
    ['authorize', 'finished'],
    ['reject', 'finished'],
    ['cancel', 'aborted'],
    ['timeout', 'timeout'],
    ['form_error', 'formError'],
  ])('4. reads the return after %s, by GET and POST', async (decision, kind) => {
    const { gateway, customer } = await harness()
    const request = newRequest()
    const token = await start(gateway, request)
    const sent = await customer(token, decision)
    const { buyOrder, sessionId } = request
    const expected = kind === 'timeout' ? { kind, buyOrder, sessionId } : { kind, token }
    const form = new FormData()
    for (const [field, value] of Object.entries(sent.fields)) form.set(field, value)
    expect(gateway.parseReturn('GET', new URLSearchParams(sent.fields))).toEqual(expected)
    expect(gateway.parseReturn('POST', form)).toEqual(expected)
  })

  it('4. changes nothing for a forged token', async () => {
    const { gateway } = await harness()
    for (const forged of ['a'.repeat(64), 'nothing', '../refunds']) {
      expect(await gateway.confirm(forged)).toEqual({ kind: 'notConfirmable', code: 'not_found' })
      expect(await gateway.query(forged)).toEqual({ ok: false, error: { code: 'not_found' } })
      expect(await gateway.refund(forged, AMOUNT)).toEqual({ kind: 'declined', code: 'not_found' })
    }
  })

  it("5. hands on a forged time-out's session id as it came, and the payment stays open", async () => {
    const { gateway, customer } = await harness()
    const request = newRequest()
    const token = await start(gateway, request)
    const forged = { TBK_ORDEN_COMPRA: request.buyOrder, TBK_ID_SESION: 'somebody-else' }
    const back = gateway.parseReturn('GET', forged)
    expect(back).toEqual({ kind: 'timeout', buyOrder: request.buyOrder, sessionId: 'somebody-else' })
    await customer(token, 'authorize')
    expect(await gateway.confirm(token)).toMatchObject({ kind: 'approved' })
  })

  it('17. finishes a payment from the return alone, in a process that never saw it start', async () => {
    const made = await harness()
    const sent = await made.customer(await start(made.gateway), 'authorize')
    const later = made.restart()
    const back = parse(later, sent)
    if (back.kind !== 'finished') throw new Error(back.kind)
    expect(await later.confirm(back.token)).toMatchObject({ kind: 'approved' })
  })
}
