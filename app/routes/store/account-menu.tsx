import User from 'lucide-react/icons/user'
import { lazy, Suspense } from 'react'
import { useAuth } from '#app/features/identity/auth-provider.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

/** Where the menu's code can't be loaded, a single link to the account remains. */
const UserMenu = lazy(() => import('./user-menu.tsx').catch(() => ({ default: AccountLink })))

/** A placeholder for the account menu, filled once the session is known: the page itself is cached for everybody. */
export function AccountMenu() {
  const { user } = useAuth()
  return (
    <div className="flex h-11 w-11 justify-end sm:w-42 xl:w-52 max-sm:[&>button]:w-11 max-sm:[&>button]:px-0 max-sm:[&>button>svg:last-child]:hidden">
      {user === undefined && (
        <noscript>
          <LogInLink />
        </noscript>
      )}
      {user === null && <LogInLink />}
      {user && (
        <Suspense>
          <UserMenu user={user} />
        </Suspense>
      )}
    </div>
  )
}

const LogInLink = () => (
  <ButtonLink to="/auth" variant="ghost" data-action="account_click" className="max-sm:px-3">
    <User aria-hidden="true" />
    <span className="whitespace-nowrap max-sm:sr-only">Iniciar Sesión</span>
  </ButtonLink>
)

const AccountLink = () => (
  <ButtonLink to="/account" variant="ghost" className="max-sm:px-3">
    <User aria-hidden="true" />
    <span className="whitespace-nowrap max-sm:sr-only">Mi Cuenta</span>
  </ButtonLink>
)
