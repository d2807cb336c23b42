import { Outlet, useNavigation } from 'react-router'
import { CartProvider } from '#app/features/cart/cart-provider.tsx'
import { AuthProvider } from '#app/features/identity/auth-provider.tsx'
import { SHOP } from '#app/platform/mail/shop.ts'
import type { Route } from './+types/layout'
import { ShopFooter } from './shop-footer.tsx'
import { ShopHeader } from './shop-header.tsx'

export function loader() {
  const { razon_social, rut_empresa, direccion, correo_soporte, datos_de_demostracion } = SHOP
  return { razon_social, rut_empresa, direccion, correo_soporte, datos_de_demostracion }
}

/** The seller does not change while somebody shops. */
export const shouldRevalidate = () => false

/** What every page of the shop stands in. Pages bring their content only: the landmarks are here. */
export default function StoreLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AuthProvider>
      <CartProvider>
        <div className="flex min-h-dvh flex-col">
          <NavigationBar />
          <ShopHeader />
          <main id="contenido" tabIndex={-1} className="flex-1">
            <Outlet />
          </main>
          <ShopFooter seller={loaderData} />
        </div>
      </CartProvider>
    </AuthProvider>
  )
}

/** A line at the top while a page is on its way; it waits a moment, because most come at once. */
function NavigationBar() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-0.5 origin-left animate-pulse bg-copper opacity-100 transition-opacity delay-150 starting:opacity-0"
    />
  )
}
