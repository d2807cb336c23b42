import { isRouteErrorResponse, useNavigate } from 'react-router'
import { isRole, ROLE_TITLES } from '#app/features/identity/identity.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import type { Role } from '#app/platform/database/values.ts'

type Denial = { requiredRoles: readonly Role[]; currentRole: Role; currentTitle?: string | undefined }

/** The error thrown by `requireRole`, if an error boundary caught it. */
export function accessDeniedFrom(error: unknown): Denial | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 403) return undefined
  const thrown: unknown = error.data
  if (typeof thrown !== 'object' || thrown === null) return undefined
  if (!('currentRole' in thrown) || !isRole(thrown.currentRole)) return undefined
  if (!('requiredRoles' in thrown) || !Array.isArray(thrown.requiredRoles)) return undefined
  const currentTitle =
    'currentTitle' in thrown && typeof thrown.currentTitle === 'string' ? thrown.currentTitle : undefined
  return { requiredRoles: thrown.requiredRoles.filter(isRole), currentRole: thrown.currentRole, currentTitle }
}

/** Whether the tab has a page of the shop before this one; older browsers only tell how many pages it has. */
const canGoBack = (): boolean => ('navigation' in window ? window.navigation.canGoBack : history.length > 1)

/** The screen for the wrong role (specification 1, section 2). */
export function AccessDenied({ requiredRoles, currentRole, currentTitle }: Denial) {
  const navigate = useNavigate()
  return (
    <main
      id="contenido"
      tabIndex={-1}
      className="mx-auto flex min-h-[70vh] w-full max-w-xl flex-col items-start justify-center px-4 py-12"
    >
      <title>Acceso Denegado · Alhena</title>
      <h1 className="text-2xl sm:text-3xl">Acceso Denegado</h1>
      <p className="mt-2 text-muted">No tienes permisos para acceder a esta página.</p>
      <dl className="mt-8 grid w-full grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-y border-line py-5 text-md">
        <dt className="text-muted">{requiredRoles.length === 1 ? 'Rol requerido' : 'Roles requeridos'}</dt>
        <dd className="font-medium">{requiredRoles.map(role => ROLE_TITLES[role]).join(', ')}</dd>
        <dt className="text-muted">Tu rol actual</dt>
        <dd className="font-medium">{currentTitle ?? ROLE_TITLES[currentRole]}</dd>
      </dl>
      <p className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/">Ir al Inicio</ButtonLink>
        {/* A new tab has no page to go back to. */}
        <ButtonLink
          variant="secondary"
          to="/account"
          onClick={event => {
            if (!canGoBack()) return
            event.preventDefault()
            navigate(-1)
          }}
        >
          Volver
        </ButtonLink>
      </p>
    </main>
  )
}
