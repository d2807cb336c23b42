import { describe, expect, it } from 'vitest'
import { QUOTATION_STATES, quotationState, validUntil } from './quotations.ts'

const at = (iso: string) => new Date(iso)

describe('a quotation', () => {
  it('holds for 15 days, to the last second of the last one in Santiago', () => {
    const end = validUntil(at('2026-11-21T15:00:00Z'), 15)
    const quotation = { isBought: false, validUntil: end }
    expect(quotationState(quotation, at('2026-12-07T02:59:59Z'))).toBe('valid')
    expect(quotationState(quotation, at('2026-12-07T02:59:59.999Z'))).toBe('valid')
    expect(quotationState(quotation, at('2026-12-07T03:00:00Z'))).toBe('expired')
  })

  it.each([
    ['2026-08-28T15:00:00Z', '2026-09-13T02:59:59.999Z', '2026-09-13T03:00:00.000Z'],
    ['2026-03-28T15:00:00Z', '2026-04-13T03:59:59.999Z', '2026-04-13T04:00:00.000Z'],
  ])('issued %s, across a clock change, ends at midnight of the new clock', (issued, last, over) => {
    const quotation = { isBought: false, validUntil: validUntil(at(issued), 15) }
    expect(quotationState(quotation, at(last))).toBe('valid')
    expect(quotationState(quotation, at(over))).toBe('expired')
  })

  it('stays bought after its end', () => {
    const bought = { isBought: true, validUntil: at('2026-01-01T00:00:00Z') }
    expect(QUOTATION_STATES[quotationState(bought, at('2026-02-01T00:00:00Z'))].label).toBe('Comprada')
  })
})
