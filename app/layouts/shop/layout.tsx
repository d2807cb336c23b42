import { useEffect, useState } from 'react'
import { Link, Outlet, useLocation, useNavigation } from 'react-router'
import { CartProvider } from '#app/features/cart/cart-provider.tsx'
import { AuthProvider, CheckingAccess } from '#app/features/identity/auth-provider.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { Logo } from '#app/kit/ui/logo.tsx'
import { whenIdle } from '#app/kit/ui/use-hydrated.ts'
import { ErrorPage } from '#app/layouts/error-page.tsx'
import { measuringNotice } from '#app/platform/legal/legal.ts'
import { hasMailbox } from '#app/platform/mail/demo-mailbox.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { shopNotice } from '#app/platform/texts/sale-settings.ts'
import { shopTexts } from '#app/platform/texts/shop-texts.ts'
import type { MeasuringNotice } from '#app/platform/tracking/consent.ts'
import { UNDECIDED } from '#app/platform/tracking/undecided.ts'
import type { Route } from './+types/layout'
import { FOR_EVERYBODY } from './for-everybody.ts'
import type * as IdleParts from './idle-parts.tsx'
import { categoryAddress, type FrameProps, HEADER_CATEGORIES, LEGAL, type PageFrame } from './page-frame.ts'
import { PAGE_WIDTH } from './page-width.ts'
import { ShopHeader } from './shop-header.tsx'

const ACCOUNT = [
  { to: '/account', label: 'Mi Cuenta' },
  { to: '/account/dashboard', label: 'Dashboard de Assessments' },
  { to: '/dama-assessment', label: 'Responder con un código' },
] as const

/** The seller, which consumer law requires on every page, and links. */
function ShopFooter({ seller, hasMailbox, footer }: FrameProps) {
  return (
    <footer className="mt-20 border-t border-line bg-sunken print:hidden">
      <div className={`${PAGE_WIDTH} grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1fr]`}>
        <div className="text-md text-muted">
          <Logo className="text-xl" />
          <p className="mt-3 max-w-72">{footer}</p>
        </div>
        <Links title="Catálogo" links={HEADER_CATEGORIES.map(name => ({ to: categoryAddress(name), label: name }))} />
        <Links title="Tu cuenta" links={ACCOUNT} />
        <Links title="Legal" links={LEGAL} />
      </div>
      <div className="border-t border-line">
        <div className={`${PAGE_WIDTH} flex flex-wrap gap-x-6 gap-y-1 py-5 text-sm text-muted`}>
          <p>{`${seller.razon_social} · RUT ${seller.rut_empresa}`}</p>
          <p>{seller.direccion}</p>
          <p>
            <a
              href={`mailto:${seller.correo_soporte}`}
              className="underline-offset-4 hover:text-copper hover:underline"
            >
              {seller.correo_soporte}
            </a>
          </p>
          {seller.note && <p>{seller.note}</p>}
          {hasMailbox && (
            <p>
              <Link to="/demo/correo" className="text-copper underline underline-offset-4">
                Correo de demostración
              </Link>
            </p>
          )}
        </div>
      </div>
    </footer>
  )
}

function Links({ title, links }: { title: string; links: readonly { to: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-md">{title}</h2>
      <ul className="footer-links">
        {links.map(link => (
          <li key={link.to}>
            <Link to={link.to}>{link.label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const PROTECTED = /^\/(account|admin|checkout)(\/|$)/

export function loader({ context }: Route.LoaderArgs) {
  const { razon_social, rut_empresa, direccion, correo_soporte, datos_de_demostracion } = shop()
  const mailbox = hasMailbox(servicesOf(context).settings)
  const note = datos_de_demostracion ? 'Tienda de demostración: la empresa es inventada.' : ''
  const seller = { razon_social, rut_empresa, direccion, correo_soporte, note }
  return {
    seller,
    hasMailbox: mailbox,
    footer: shopTexts().footer_text,
    notice: shopNotice(),
    measuring: measuringNotice(),
  }
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

/**
 * What is loaded when the browser is idle; without its code nothing is measured. The question about that is a strip above the header, in
 * the flow, on the pages of the catalogue and of legal texts alone. Its room is in every visitor's page, hidden until the browser finds that nothing
 * was decided (undecided.server.ts), so that nothing moves when the question comes.
 */
function Idle({ notice }: { notice: MeasuringNotice }) {
  const { pathname } = useLocation()
  const [parts, setParts] = useState<typeof IdleParts>()
  useEffect(
    () =>
      whenIdle(() => {
        import('./idle-parts.tsx').then(setParts, () => document.documentElement.removeAttribute(UNDECIDED))
      }),
    [],
  )
  return (
    <>
      {FOR_EVERYBODY.test(pathname) && (
        <div className="measuring-question">{parts && <parts.MeasuringQuestion notice={notice} />}</div>
      )}
      {parts && <parts.AlwaysThere notice={notice} />}
    </>
  )
}

/** Milliseconds for which the page before stays: access is nearly always checked by then, and nothing flickers or moves. */
const CHECKED_SOON = 300

/** The page, or a spinner while access is being checked (specification 1, section 2) and the answer takes long. */
function Page() {
  const { pathname } = useLocation()
  const { state, location: next } = useNavigation()
  const isChecking = state === 'loading' && PROTECTED.test(next.pathname) && !PROTECTED.test(pathname)
  const isLate = useLate(isChecking, CHECKED_SOON)
  return isLate ? <CheckingAccess /> : <Outlet />
}

/** Whether something has been under way for so many milliseconds. */
function useLate(underWay: boolean, after: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!underWay) return
    const timer = setTimeout(() => setLate(true), after)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [underWay, after])
  return underWay && late
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
