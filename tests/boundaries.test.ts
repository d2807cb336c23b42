import { describe, expect, it } from 'vitest'
import { importsOf, projectImports, violationsOf } from './boundaries.ts'

const DIRECTION = 'this layer may not import that one'
const ORDER = 'between slices imports go to earlier ones only'
const SCREENS = "a screen is its noun's alone"
const BROWSER = 'a file for browsers may not import one of the server'
const FAKES = "the fake of a third party's server imports nothing but itself"
const CLIMBING = 'import another folder by its full address (#app/…)'

const FORBIDDEN = [
  ['app/kernel/a.ts', '#app/platform/log/log.server.ts', DIRECTION],
  ['app/kernel/a.ts', 'kysely', DIRECTION],
  ['app/kernel/a.ts', 'node:crypto', DIRECTION],
  ['app/kit/ui/a.tsx', '#app/features/cart/cart.ts', DIRECTION],
  ['app/kit/ui/a.tsx', '#app/platform/log/log.server.ts', DIRECTION],
  ['app/kit/ui/a.tsx', '#app/kit/lists/list.ts', DIRECTION],
  ['app/kit/ui/a.tsx', '#content/legal.es.json', DIRECTION],
  ['app/platform/log/a.ts', '#app/features/cart/cart.ts', DIRECTION],
  ['app/platform/log/a.ts', '#app/kit/ui/button.tsx', DIRECTION],
  ['app/platform/log/a.ts', '#app/kit/forms/form.ts', DIRECTION],
  ['app/platform/log/a.ts', '#server/main.ts', DIRECTION],
  ['app/platform/mail/a.ts', '#app/mails/mails.ts', DIRECTION],
  ['app/mails/a.ts', '#app/features/cart/cart.ts', DIRECTION],
  ['app/kit/forms/a.ts', '#app/mails/mails.ts', DIRECTION],
  ['app/kit/forms/a.ts', '#app/features/cart/cart.ts', DIRECTION],
  ['app/kit/forms/a.ts', '#app/kit/lists/list.ts', DIRECTION],
  ['app/kit/lists/a.ts', '#app/features/cart/cart.ts', DIRECTION],
  ['app/kit/lists/a.ts', '#app/features/cart/shop/cart.tsx', DIRECTION],
  ['app/features/cart/a.ts', '#app/features/cart/shop/cart.tsx', DIRECTION],
  ['app/features/cart/a.ts', '#server/main.ts', DIRECTION],
  ['app/features/cart/a.ts', '#tests/support/database.ts', DIRECTION],
  ['app/features/cart/shop/a.tsx', '#server/main.ts', DIRECTION],
  ['app/root.tsx', '#tests/support/database.ts', DIRECTION],
  ['server/a.ts', '#tests/support/database.ts', DIRECTION],
  ['tests/fake-webpay/a.ts', '#app/platform/payments/gateway.ts', FAKES],
  ['tests/fake-webpay/a.ts', '../support/payments.ts', FAKES],
  ['tests/fake-webpay/a.ts', '#app/kernel/money.ts', FAKES],
  ['tests/fake-webpay/a.ts', 'zod', FAKES],
  ['app/features/pricing/a.ts', '#app/features/cart/cart.ts', ORDER],
  ['app/features/cart/a.ts', '#app/features/quotations/quotations.ts', ORDER],
  ['app/features/quotations/a.ts', '#app/features/orders/orders.ts', ORDER],
  ['app/features/orders/a.ts', '#app/features/payments/attempts.ts', ORDER],
  ['app/features/identity/a.ts', '#app/features/catalogue/catalogue.ts', ORDER],
  ['app/features/texts/a.ts', '#app/features/integrations/webhooks.ts', ORDER],
  ['app/features/integrations/a.ts', '#app/features/audit/audit-list.ts', ORDER],
  ['app/features/unheard-of/a.ts', '#app/features/identity/session.ts', ORDER],
  ['app/features/orders/orders.ts', '#app/kit/lists/list.ts', DIRECTION],
  ['app/features/cart/a.tsx', '#app/layouts/shop/page-width.ts', DIRECTION],
  ['app/layouts/shop/a.tsx', '#app/features/cart/shop/cart.tsx', DIRECTION],
  ['app/kit/forms/a.tsx', '#app/layouts/shop/page-width.ts', DIRECTION],
  ['app/layouts/shop/a.tsx', '#server/main.ts', DIRECTION],
  ['app/features/cart/shop/a.tsx', '#app/features/catalogue/shop/home.tsx', SCREENS],
  ['app/features/orders/admin/a.tsx', '#app/features/accounting/admin/ledger.tsx', SCREENS],
  ['app/features/cart/a.tsx', '#app/platform/log/log.server.ts', BROWSER],
  ['app/features/cart/shop/a.tsx', '#app/features/cart/quote-cart.server.ts', BROWSER],
  ['app/layouts/shop/page-width.ts', '#app/platform/log/log.server.ts', BROWSER],
  ['app/platform/log/a.ts', './log.server.ts', BROWSER],
  ['app/features/cart/a.ts', '../orders/orders.ts', CLIMBING],
  ['tests/fake-openfactura/a.ts', '#app/kernel/rut.ts', FAKES],
  ['tests/fake-openfactura/a.ts', 'zod', FAKES],
  ['tests/fake-openfactura/a.ts', '#tests/support/database.ts', FAKES],
] as const

const ALLOWED = [
  ['tests/fake-openfactura/a.ts', './validation.ts'],
  ['tests/fake-openfactura/a.ts', 'node:http'],
  ['app/kernel/a.ts', './money.ts'],
  ['app/kit/ui/a.tsx', '#app/kernel/money.ts'],
  ['app/platform/legal/a.ts', '#content/legal.es.json'],
  ['app/kit/forms/a.tsx', '#app/kit/ui/field.tsx'],
  ['app/kit/lists/a.server.ts', '#app/platform/log/log.server.ts'],
  ['app/mails/a.server.ts', '#app/platform/log/log.server.ts'],
  ['app/features/cart/a.ts', '#app/mails/mails.ts'],
  ['app/features/cart/a.ts', '#app/features/pricing/pricing.ts'],
  ['app/features/payments/a.ts', '#app/features/orders/orders.ts'],
  ['app/features/integrations/a.server.ts', '#app/features/audit/audit.server.ts'],
  ['app/features/cart/a.ts', '#app/kit/forms/form.ts'],
  ['app/features/orders/admin/order-list.server.ts', '#app/kit/lists/list-query.server.ts'],
  ['app/features/orders/a.test.ts', '#tests/support/database.ts'],
  ['app/features/cart/shop/a.tsx', '#app/features/orders/orders.ts'],
  ['app/features/cart/shop/cart.tsx', '#app/features/orders/orders.server.ts'],
  ['app/features/cart/shop/a.tsx', '#app/kit/lists/list-screen.tsx'],
  ['app/features/cart/shop/a.tsx', '#app/layouts/shop/page-width.ts'],
  ['app/features/catalogue/admin/a.tsx', '#app/features/catalogue/shop/product-view.tsx'],
  ['app/layouts/admin/lists/export.ts', '#app/features/orders/admin/order-list.server.ts'],
  ['tests/fake-webpay/a.ts', 'node:http'],
  ['tests/fake-webpay/a.ts', './book.ts'],
  ['server/a.ts', '#app/platform/log/log.server.ts'],
  ['server/a.ts', '#app/features/catalogue/shared-product.ts'],
] as const

const check = (path: string, text: string): string[] => violationsOf(importsOf(path, text))

describe('imports', () => {
  it.each(FORBIDDEN)('%s may not import %s', (path, address, reason) => {
    const broken = check(path, `import { thing } from '${address}'\nexport const used = thing\n`)
    expect(broken.some(line => line.endsWith(reason))).toBe(true)
  })

  it.each(ALLOWED)('%s may import %s', (path, address) => {
    expect(check(path, `import { thing } from '${address}'\nexport const used = thing\n`)).toEqual([])
  })

  it.each([
    "export { thing } from '#server/main.ts'",
    "export * from '#server/main.ts'",
    "import '#server/main.ts'",
    "export const load = () => import('#server/main.ts')",
    "import type { Thing } from '#server/main.ts'",
  ])('in every form: %s', text => {
    expect(check('app/features/cart/a.ts', text)).toHaveLength(1)
  })

  it('may be types of server files, which leave nothing in the browser', () => {
    expect(check('app/features/cart/a.tsx', "import type { Log } from '#app/platform/log/log.server.ts'")).toEqual([])
    expect(check('app/layouts/shop/a.tsx', "import type { loader } from '#app/features/cart/shop/cart.tsx'")).toEqual(
      [],
    )
  })

  it('never form a cycle', () => {
    const circle = [
      ...importsOf('app/features/cart/a.ts', "import { b } from './b.ts'\nexport const a = () => b\n"),
      ...importsOf('app/features/cart/b.ts', "import { c } from './c.ts'\nexport const b = () => c\n"),
      ...importsOf('app/features/cart/c.ts', "import { a } from './a.ts'\nexport const c = () => a\n"),
    ]
    expect(violationsOf(circle)).toEqual([
      'a circle of imports: app/features/cart/a.ts -> app/features/cart/b.ts -> app/features/cart/c.ts -> app/features/cart/a.ts',
    ])
  })

  it('of the whole project follow the rules', () => {
    const imports = projectImports()
    expect(imports.length).toBeGreaterThan(1000)
    expect(violationsOf(imports)).toEqual([])
  })
})
