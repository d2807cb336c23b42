import { useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { CartProvider } from '#app/features/cart/cart-provider.tsx'
import { AuthProvider, CheckingAccess } from '#app/features/identity/auth-provider.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { whenIdle } from '#app/kit/ui/when-idle.ts'
import { ErrorPage } from '#app/layouts/error-page.tsx'
import { measuringNotice } from '#app/platform/legal/legal.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { shopNotice } from '#app/platform/texts/sale-settings.ts'
import { shopTexts } from '#app/platform/texts/shop-texts.ts'
import type { MeasuringNotice } from '#app/platform/tracking/consent.ts'
import type { Route } from './+types/layout'
import type IdleParts from './idle-parts.tsx'
import type { PageFrame } from './page-frame.ts'
import { ShopFooter } from './shop-footer.tsx'
import { ShopHeader } from './shop-header.tsx'

const PROTECTED = /^\/(account|admin|checkout)(\/|$)/

export function loader({ context }: Route.LoaderArgs) {
  const { razon_social, rut_empresa, direccion, correo_soporte, datos_de_demostracion } = shop()
  const { demo } = servicesOf(context).settings
  const note = datos_de_demostracion ? 'Tienda de demostración: la empresa es inventada.' : ''
  const seller = { razon_social, rut_empresa, direccion, correo_soporte, note }
  return { seller, demo, footer: shopTexts().footer_text, notice: shopNotice(), measuring: measuringNotice() }
}

/** The seller does not change during a visit. */
export const shouldRevalidate = () => false

/** The frame of every page of the shop. Pages bring their content only: the landmarks are here. */
export default function StoreLayout({ loaderData, matches }: Route.ComponentProps) {
  // A page's handle has no type of its own.
  const page = matches.at(-1)?.handle as PageFrame | undefined
  return (
    <Frame {...loaderData} page={page}>
      <main id="contenido" tabIndex={-1} className="flex-1">
        <Page />
      </main>
    </Frame>
  )
}

/** The navigation stays when a page fails. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) return <ErrorPage error={error} />
  return (
    <Frame {...loaderData}>
      <div className="flex-1">
        <ErrorPage error={error} />
      </div>
    </Frame>
  )
}

function Frame({
  notice,
  measuring,
  children,
  page: { Header = ShopHeader, Footer = ShopFooter } = {},
  ...frame
}: Route.ComponentProps['loaderData'] & { page?: Partial<PageFrame> | undefined; children: Blocks }) {
  return (
    <AuthProvider>
      <CartProvider>
        <div className="flex min-h-dvh flex-col">
          <Idle notice={measuring} />
          <NavigationBar />
          {notice !== undefined && <ShopNotice>{notice}</ShopNotice>}
          <Header {...frame} />
          {children}
          <Footer {...frame} />
        </div>
      </CartProvider>
    </AuthProvider>
  )
}

/** A notice from an administrator to every visitor, for example about maintenance. */
const ShopNotice = ({ children }: { children: string }) => (
  <section
    aria-label="Aviso de la tienda"
    className="bg-ink px-4 py-2.5 text-center text-md text-pretty text-paper wrap-anywhere print:hidden"
  >
    {children}
  </section>
)

/** What is loaded when the browser is idle; without its code nothing is measured. */
function Idle({ notice }: { notice: MeasuringNotice }) {
  const [Parts, setParts] = useState<typeof IdleParts>()
  useEffect(
    () =>
      whenIdle(() => {
        import('./idle-parts.tsx').then(
          module => setParts(() => module.default),
          () => undefined,
        )
      }),
    [],
  )
  return Parts && <Parts notice={notice} />
}

/** The page, or a spinner while access is being checked (specification 1, section 2). */
function Page() {
  const { pathname } = useLocation()
  const { state, location: next } = useNavigation()
  const isChecking = state === 'loading' && PROTECTED.test(next.pathname) && !PROTECTED.test(pathname)
  return isChecking ? <CheckingAccess /> : <Outlet />
}

/** A progress line while a page is loading; delayed, because most pages load at once. */
function NavigationBar() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-copper transition-opacity delay-150 starting:opacity-0"
    />
  )
}
