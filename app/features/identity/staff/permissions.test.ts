import { expect, it } from 'vitest'
import { allows, findArea, PERMISSIONS, permissionAt, STAFF_SCOPES } from './permissions.ts'

it('finds the area of an address by its most specific row', () => {
  expect(findArea('/admin')).toBe('figures')
  expect(findArea('/admin/orders/:orderId')).toBe('orders')
  expect(findArea('/admin/orders/7f3c/chargeback')).toBe('finance')
  expect(findArea('/admin/settings/team')).toBe('team')
  expect(findArea('/admin/settings/services')).toBe('settings')
})

it('gives an address that no row declares to the scope admin alone', () => {
  expect(findArea('/admin/unknown')).toBeUndefined()
  expect(findArea('/admin/ordersx')).toBeUndefined()
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
