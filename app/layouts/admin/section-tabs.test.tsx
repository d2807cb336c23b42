import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { ScopeContext } from '#app/features/identity/staff/reauthentication-context.ts'
import type { StaffScope } from '#app/platform/database/values.ts'
import { OrderTabs, type PartsInUse } from './section-tabs.tsx'

const NONE = { chargebacks: false, reconciliation: false, breaches: false, webhooks: false }
const CHARGEBACKS = '/admin/finance/chargebacks'

/** The labels of the tabs, and behind 'Más' those of its menu. */
function tabsAt(path: string, inUse: PartsInUse, scope: StaffScope = 'admin'): string {
  const element = (
    <ScopeContext value={scope}>
      <OrderTabs inUse={inUse} />
    </ScopeContext>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] })
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const FIRST = 'Órdenes Cotizaciones Libro Transferencias'

it('keeps the parts that are not needed yet behind the others, within reach', () => {
  expect(tabsAt('/admin/orders', NONE)).toBe(`${FIRST} Documentos tributarios Más Contracargos Conciliación`)
  expect(tabsAt('/admin/orders', { ...NONE, reconciliation: true })).toBe(
    `${FIRST} Documentos tributarios Conciliación Más Contracargos`,
  )
  expect(tabsAt('/admin/orders', { ...NONE, chargebacks: true, reconciliation: true })).toBe(
    `${FIRST} Contracargos Documentos tributarios Conciliación`,
  )
})

it('shows the one that is looked at last, so that no other moves', () => {
  expect(tabsAt(CHARGEBACKS, NONE)).toBe(`${FIRST} Documentos tributarios Contracargos Más Conciliación`)
})

it('offers nobody what the scope does not open', () => {
  expect(tabsAt('/admin/orders', NONE, 'sales')).toBe('Órdenes Cotizaciones')
})
