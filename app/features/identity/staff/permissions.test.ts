import { expect, it } from 'vitest'
import { allows, areaOf, PERMISSIONS, permissionAt, STAFF_SCOPES } from './permissions.ts'

it('finds the area of an address by its most specific row', () => {
  expect(areaOf('/admin')).toBe('figures')
  expect(areaOf('/admin/orders/:orderId')).toBe('orders')
  expect(areaOf('/admin/orders/7f3c/chargeback')).toBe('finance')
  expect(areaOf('/admin/settings/team')).toBe('team')
  expect(areaOf('/admin/settings/services')).toBe('settings')
})

it('gives an address that no row declares to the scope admin alone', () => {
  expect(areaOf('/admin/unknown')).toBeUndefined()
  expect(areaOf('/admin/ordersx')).toBeUndefined()
  expect(STAFF_SCOPES.map(scope => permissionAt(scope, '/admin/unknown'))).toEqual([
    'write',
    'none',
    'none',
    'none',
    'none',
  ])
})

it('lets a reader ask and nothing more', () => {
  expect(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].map(method => allows('read', method))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(allows('none', 'GET')).toBe(false)
  expect(allows('write', 'POST')).toBe(true)
})

it('lets finance read money and write nothing but what is its own', () => {
  const written = Object.entries(PERMISSIONS).filter(([, may]) => may.finance === 'write')
  expect(written.map(([area]) => area)).toEqual(['own'])
})
