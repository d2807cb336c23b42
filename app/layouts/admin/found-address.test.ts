import { expect, it } from 'vitest'
import { findScreens } from './find-screens.server.ts'
import { foundAddress, foundState, foundTitle } from './found-address.ts'

// shows: B2.4
it('a result leads to its own screen, or to the list that finds it', () => {
  const found = { id: 'x', title: 'VERANO 10', detail: 'a@b.cl', about: null }
  expect(foundAddress({ ...found, kind: 'orders' })).toBe('/admin/orders/x')
  expect(foundAddress({ ...found, kind: 'companies' })).toBe('/admin/clients/companies/x')
  expect(foundAddress({ ...found, kind: 'codes' })).toBe('/admin/discounts?search=VERANO%2010')
  expect(foundAddress({ ...found, kind: 'quotations' })).toBe('/admin/orders/quotations?search=VERANO%2010')
  expect(foundAddress({ ...found, kind: 'mails', about: { kind: 'accesses', id: 'y' } })).toBe('/admin/access/y')
  expect(foundAddress({ ...found, kind: 'mails' })).toBe('/admin/access/support?email=a%40b.cl')
})

it.each(['recomiendo ', 'recomiendo a'])(
  'a review leads to the list that finds it, wherever an emoji is cut (%s)',
  start => {
    const found = { id: 'x', title: 'Madurez Digital', detail: start + '😀'.repeat(60), about: null }
    const address = new URL(foundAddress({ ...found, kind: 'reviews' }), 'https://x.cl')
    expect(address.searchParams.get('search')).toMatch(/^Madurez Digital recomiendo a?(😀)+$/u)
  },
)

it('a result has the word of its state, and a mail without a subject its label', () => {
  expect(foundState({ kind: 'orders', state: 'refunded' })?.label).toBe('Reembolsado')
  expect(foundState({ kind: 'clients', state: 'client' })).toBeUndefined()
  expect(foundTitle({ kind: 'mails', title: 'order_receipt' })).toBe('Comprobante de compra')
})

it('screens are found by the beginnings of their words without accents, mails by the words they are sent with', () => {
  expect(findScreens('catalogo categ', 5, 'admin')).toEqual([
    { title: 'Categorías', detail: 'Catálogo', to: '/admin/catalog/categories' },
  ])
  expect(findScreens('invitacion sugerido zzz', 5, 'admin')).toEqual([])
  expect(findScreens('restablecer contraseña enlace', 5, 'admin').map(({ to }) => to)).toContain(
    '/admin/content/emails/reset_password',
  )
  expect(findScreens(' … ', 5, 'admin')).toEqual([])
  // Also what has no tab before it is needed.
  for (const [search, to] of [
    ['contracargos', '/admin/finance/chargebacks'],
    ['conciliacion', '/admin/finance/reconciliation'],
    ['brechas', '/admin/privacy/breaches'],
    ['webhooks', '/admin/integrations'],
  ] as const)
    expect(findScreens(search, 5, 'admin').map(screen => screen.to)).toContain(to)
  // A screen that one may not open is no suggestion.
  expect(findScreens('catalogo categ', 5, 'finance')).toEqual([])
})
