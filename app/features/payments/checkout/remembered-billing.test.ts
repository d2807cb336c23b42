import { expect, it } from 'vitest'
import { fillFor, type RememberedBilling } from './remembered-billing.ts'

const billing = (name: string): RememberedBilling => ({
  billing_rut: '76.192.083-9',
  billing_name: name,
  billing_activity: `Giro de ${name}`,
  billing_address: `Calle de ${name}`,
  billing_commune: `Comuna de ${name}`,
})

it('fills empty fields and those filled before, and keeps what was typed', () => {
  const [ours, other] = [billing('Viña'), billing('Puerto')]
  const { billing_rut: _, ...rest } = other
  expect(fillFor(other, undefined, () => ' ')).toEqual(rest)
  expect(fillFor(other, ours, field => ours[field])).toEqual(rest)
  const corrected = { ...ours, billing_address: 'Av. Nueva 1' }
  const { billing_address: __, ...others } = rest
  expect(fillFor(other, ours, field => corrected[field])).toEqual(others)
})
