import { expect, it } from 'vitest'
import { foundAddress } from './found-address.ts'
import { placesOf } from './pages.server.ts'

// shows: B2.3
it('are the addresses of the screens that there are', () => {
  const routes = {
    root: { path: '' },
    'routes/admin/layout': { parentId: 'root' },
    'routes/admin/home': { parentId: 'routes/admin/layout', path: 'admin' },
    'routes/admin/order': { parentId: 'routes/admin/layout', path: 'admin/orders/:orderId' },
    'routes/store/home': { parentId: 'root', path: 'administrar' },
  }
  expect(placesOf(routes)).toEqual(['/admin', '/admin/orders/:id'])
})

// shows: B2.4
it('decide where a result leads: to its own screen, or to the list that finds it', () => {
  const order = { kind: 'orders', id: 'x', title: 'ALH-1', detail: 'Rosa Díaz' } as const
  const code = { kind: 'codes', id: 'x', title: 'VERANO 10', detail: '' } as const
  const has = (pattern: string) => ['/admin/orders', '/admin/orders/:id'].includes(pattern)
  expect(foundAddress(order, has)).toBe('/admin/orders/x')
  expect(foundAddress(order, pattern => pattern === '/admin/orders')).toBe('/admin/orders?search=ALH-1')
  expect(foundAddress(code, pattern => pattern === '/admin/discounts')).toBe('/admin/discounts?search=VERANO%2010')
  expect(foundAddress(code, has)).toBeUndefined()
})
