import { expect, it } from 'vitest'
import { invitingPath, setupPath } from './setup.ts'

const ITEM = '3f0c0b0e-0000-4000-8000-000000000001'

it('a new company purchase is set up, one that is set up leads to its people, and a single seat is given by a list', () => {
  const item = { item_id: ITEM, mode: 'business', mode_fixed: false } as const
  expect(invitingPath(item)).toBe(`/account/items/${ITEM}/setup`)
  expect(invitingPath({ ...item, mode_fixed: true })).toBe(`/account/items/${ITEM}/participants`)
  expect(invitingPath({ ...item, mode: 'self' })).toBe(`/account/items/${ITEM}/invitations`)
})

it('its address has the list that was read, or the one to correct', () => {
  expect(setupPath(ITEM, { lista: 'a' })).toBe(`/account/items/${ITEM}/setup?lista=a`)
  expect(setupPath(ITEM, { lista: undefined, corregir: 'b' })).toBe(`/account/items/${ITEM}/setup?corregir=b`)
})
