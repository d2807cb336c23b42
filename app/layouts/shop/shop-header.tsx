import Menu from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import User from 'lucide-react/icons/user'
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { badgeText } from '#app/features/cart/cart.ts'
import { useCart } from '#app/features/cart/cart-context.ts'
import { useAuth } from '#app/features/identity/auth-provider.tsx'
import { countOf } from '#app/kernel/format.ts'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Logo } from '#app/kit/ui/logo.tsx'
import { categoryAddress, HEADER_CATEGORIES } from './page-frame.ts'
import { PAGE_WIDTH } from './page-width.ts'
import { SearchForm } from './search-box.tsx'

/** Pages with a search field of their own: the header's shows once that is out of view. */
const OWN_SEARCH = /^\/(assessments)?$/
/** The header's height, which covers the top of the page. */
const BELOW_HEADER = { rootMargin: '-64px 0px 0px' }
const MENU_ID = 'menu-categorias'
const SEARCH_ID = 'buscador'

/** Logo, search, categories, account and cart (specification 1, section 2). The same for everybody until hydration. */
export function ShopHeader() {
  const { pathname } = useLocation()
  const { user } = useAuth()
  const hasOwn = useOwnSearchInView(pathname)
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper print:hidden">
      <div className={`${PAGE_WIDTH} flex h-16 items-center gap-1 lg:gap-3 xl:gap-6`}>
        <Link
          to="/"
          aria-label="Alhena, inicio"
          data-action="logo_click"
          className="mr-auto rounded-sm py-2 pr-2 lg:mr-0"
        >
          <Logo className="text-2xl leading-none" />
        </Link>
        <nav aria-label="Categorías" className="max-lg:hidden">
          <ul className="header-links">
            {HEADER_CATEGORIES.slice(0, 3).map(name => (
              <li key={name}>
                <Link to={categoryAddress(name)} data-action="category_click" data-category={name}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Strip
          id={SEARCH_ID}
          className={`strip header-search${hasOwn ? ' lg:invisible lg:focus-within:visible noscript:visible' : ''}`}
        >
          <SearchForm variant="header" placement="header" />
        </Strip>
        <div className="ml-auto flex flex-none items-center gap-0.5 sm:gap-1">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Buscar"
            data-action="mobile_search_click"
            popoverTarget={SEARCH_ID}
            className="lg:hidden"
          >
            <Search aria-hidden="true" />
          </Button>
          <AccountMenu />
          <CartButton />
          <Button
            variant="ghost"
            size="icon"
            aria-label="Abrir menú"
            popoverTarget={MENU_ID}
            className="-mr-2.5 lg:hidden"
          >
            <Menu aria-hidden="true" />
          </Button>
        </div>
      </div>
      <Strip id={MENU_ID} className="strip">
        <nav aria-label="Menú">
          <ul className="menu-links">
            <MobileEntry to="/assessments">Todo el catálogo</MobileEntry>
            {HEADER_CATEGORIES.map(name => (
              <MobileEntry key={name} to={categoryAddress(name)} category={name}>
                {name}
              </MobileEntry>
            ))}
            {user === null && <MobileEntry to="/auth">Iniciar Sesión</MobileEntry>}
          </ul>
        </nav>
      </Strip>
    </header>
  )
}

/** Whether the page shows a search field of its own below the header. */
function useOwnSearchInView(pathname: string): boolean {
  const [isInView, setInView] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another field.
  useEffect(() => {
    const own = document.querySelector('main search')
    if (!own) return
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting !== false), BELOW_HEADER)
    observer.observe(own)
    return () => observer.disconnect()
  }, [pathname])
  return OWN_SEARCH.test(pathname) && isInView
}

/** Something under the header that a button of it shows: a native popover, which needs no script. */
function Strip({ id, className, children }: { id: string; className: string; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an open panel would cover the new page.
  useLayoutEffect(
    // Closed on leaving a page, not on arriving: a visitor may have opened it before the scripts ran.
    () => () => {
      if (panel.current?.matches(':popover-open')) panel.current.hidePopover()
    },
    [key],
  )
  // The browser moves the focus as it opens the panel, before the next key. React's autoFocus sets no attribute.
  useEffect(() => panel.current?.querySelector('input')?.setAttribute('autofocus', ''))
  return (
    <div ref={panel} id={id} popover="auto" className={className}>
      {children}
    </div>
  )
}

const MobileEntry = ({ to, category, children }: { to: string; category?: string; children: string }) => (
  <li>
    <Link to={to} data-action={category && 'category_click'} data-category={category}>
      {children}
    </Link>
  </li>
)

/** Where the menu's code can't be loaded, a single link to the account remains. */
const UserMenu = lazy(() => import('./user-menu.tsx').catch(() => ({ default: AccountLink })))

/** A placeholder for the account menu, filled once the session is known: the page itself is cached for everybody. */
function AccountMenu() {
  const { user } = useAuth()
  return (
    <div className="flex h-11 w-11 justify-end sm:w-42 xl:w-52">
      {user ? (
        <Suspense>
          <UserMenu user={user} />
        </Suspense>
      ) : user === null ? (
        <AccountLink />
      ) : (
        // The page is the same for everybody: this leads to the account, and to the log-in where nobody is signed in.
        <noscript>
          <AccountLink user={UNKNOWN} />
        </noscript>
      )}
    </div>
  )
}

const UNKNOWN = {}

const AccountLink = ({ user }: { user?: object }) => (
  <ButtonLink to={user ? '/account' : '/auth'} variant="ghost" data-action="account_click" className="max-sm:px-3">
    <User aria-hidden="true" />
    <span className="whitespace-nowrap max-sm:sr-only">{user ? 'Mi Cuenta' : 'Iniciar Sesión'}</span>
  </ButtonLink>
)

/** Opens the cart; its badge counts seats, 99+ above 99 (specification 1, section 2). */
function CartButton() {
  const { ready, totalItems, isOpen, open, preload } = useCart()
  const badge = ready ? badgeText(totalItems) : undefined
  const label = badge ? `Mi Carrito, ${countOf(totalItems, 'persona', 'personas')}` : 'Mi Carrito'
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={label}
      title={badge && label}
      onClick={open}
      onPointerEnter={preload}
      onFocus={preload}
      className="relative"
    >
      <ShoppingBag aria-hidden="true" />
      {badge && (
        <span className="absolute top-0.5 -right-1.5 flex min-w-5 items-center justify-center gap-px rounded-full bg-copper px-1 text-xs leading-5 font-semibold text-on-copper tabular-nums">
          {/* People, not products: the same mark as that of an account. */}
          <User aria-hidden="true" strokeWidth={3} className="size-2.5" />
          <span>{badge}</span>
        </span>
      )}
    </Button>
  )
}
