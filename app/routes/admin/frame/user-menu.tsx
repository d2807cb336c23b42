import LogOut from 'lucide-react/icons/log-out'
import User from 'lucide-react/icons/user'
import { useId } from 'react'
import { Form } from 'react-router'
import { Menu, MenuButton, MenuLink, MenuSeparator } from '#app/ui/menu.tsx'

/** The admin menu: user, profile and sign-out, which leads to the auth screen (specification 2, section 2). */
export function AdminUserMenu({ email }: { email: string }) {
  const form = useId()
  return (
    <>
      <Form id={form} method="post" action="/sign-out" className="hidden">
        <input type="hidden" name="to" value="/auth" />
      </Form>
      <Menu
        label={`Cuenta de ${email}`}
        trigger={
          <>
            <User aria-hidden="true" />
            <span className="max-w-48 truncate max-sm:hidden">{email}</span>
          </>
        }
        header={
          <>
            <p className="font-medium break-all">{email}</p>
            <p className="text-sm text-muted">Administrador</p>
          </>
        }
      >
        <MenuLink to="/account">
          <User aria-hidden="true" />
          Perfil
        </MenuLink>
        <MenuSeparator />
        <MenuButton type="submit" form={form}>
          <LogOut aria-hidden="true" />
          Cerrar sesión
        </MenuButton>
      </Menu>
    </>
  )
}
