import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import ShieldCheck from 'lucide-react/icons/shield-check'
import User from 'lucide-react/icons/user'
import { useAuth } from '#app/features/identity/auth-provider.tsx'
import { fullName } from '#app/features/identity/identity.ts'
import { Menu, MenuButton, MenuLink, MenuSeparator } from '#app/kit/ui/menu.tsx'
import { notify } from '#app/kit/ui/toast.ts'
import { isReached } from '#app/platform/http/reload-once.ts'

/** The router would show an error in the place of the page where it can't ask for the address that signs out. */
async function leave(signOut: () => Promise<void>): Promise<void> {
  if (await isReached()) return signOut()
  notify({ title: 'Sin respuesta', description: 'Tu sesión sigue abierta. Inténtalo otra vez.', tone: 'error' })
}

type SignedIn = NonNullable<ReturnType<typeof useAuth>['user']>

/** The header's menu of a signed-in user (specification 1, section 2). */
export default function UserMenu({ user }: { user: SignedIn }) {
  const { signOut } = useAuth()
  const name = fullName({ first_name: user.firstName, last_name: user.lastName })
  return (
    // On phones the button is as small as the icons beside it.
    <div className="contents max-sm:[&>button]:w-11 max-sm:[&>button]:px-0 max-sm:[&>button>svg:last-child]:hidden">
      <Menu
        label={`Cuenta de ${user.firstName}`}
        trigger={
          <>
            <User aria-hidden="true" />
            <span className="max-w-18 truncate xl:max-w-28 max-sm:hidden">{user.firstName}</span>
          </>
        }
        header={
          <>
            <p className="font-medium">{name}</p>
            <p className="text-sm break-all text-muted">{user.email}</p>
          </>
        }
      >
        <MenuLink to="/account" data-action="account_click">
          <User aria-hidden="true" />
          Mi Cuenta
        </MenuLink>
        <MenuLink to="/account/dashboard">
          <LayoutDashboard aria-hidden="true" />
          Dashboard
        </MenuLink>
        {user.role === 'admin' && (
          <MenuLink to="/admin">
            <ShieldCheck aria-hidden="true" />
            Panel Admin
          </MenuLink>
        )}
        <MenuSeparator />
        <MenuButton onClick={() => void leave(signOut)}>
          <LogOut aria-hidden="true" />
          Cerrar Sesión
        </MenuButton>
      </Menu>
    </div>
  )
}
