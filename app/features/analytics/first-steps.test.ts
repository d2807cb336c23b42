import { expect, it } from 'vitest'
import { firstSteps, type ShopFacts, type ShopServices } from './first-steps.ts'

const NOTHING: ShopFacts = {
  seller: false,
  transfer: false,
  mail: false,
  product: false,
  discount: false,
  backup: false,
}
const NEW: ShopServices = { demo: false, takesPayments: false, hasMailServer: false, hasSecondFactor: false }
const doneOf = (facts: ShopFacts, services: ShopServices) =>
  firstSteps(facts, services)
    .filter(({ done }) => done)
    .map(({ key }) => key)

it('has eight steps, none of them done in a new shop, each of which leads to where it is done', () => {
  const steps = firstSteps(NOTHING, NEW)
  expect(steps.map(({ key }) => key)).toEqual([
    'seller',
    'transfer',
    'gateway',
    'mail',
    'product',
    'discount',
    'second-factor',
    'backup',
  ])
  expect(doneOf(NOTHING, NEW)).toEqual([])
  expect(steps.every(({ to }) => to.startsWith('/admin/'))).toBe(true)
})

it('asks a demo for nothing that it simulates', () => {
  expect(firstSteps(NOTHING, { ...NEW, demo: true }).map(({ key }) => key)).toEqual([
    'seller',
    'transfer',
    'product',
    'discount',
    'second-factor',
  ])
})

it('takes a mail for proof only where a server sends them', () => {
  const facts = { ...NOTHING, mail: true, product: true, backup: true }
  expect(doneOf(facts, NEW)).toEqual(['product', 'backup'])
  expect(doneOf(facts, { ...NEW, hasMailServer: true, takesPayments: true, hasSecondFactor: true })).toEqual([
    'gateway',
    'mail',
    'product',
    'second-factor',
    'backup',
  ])
})
