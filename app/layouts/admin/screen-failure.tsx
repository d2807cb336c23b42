import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { refusalFrom } from '#app/platform/http/other-account.ts'

/** Shown when a back-office screen fails: the frame stays, with a button to continue. */
export function ScreenFailure() {
  // Not a prop: an error boundary re-exported from another module receives none.
  const error = useRouteError()
  useEffect(() => document.getElementById('contenido')?.focus(), [])
  const status = isRouteErrorResponse(error) ? error.status : 500
  return status === 404 ? <Missing /> : <Trouble isOurs={status >= 500} refusal={refusalFrom(error)} />
}

/** The section of an address: `/admin/orders` of `/admin/orders/…`. */
const sectionOf = (path: string): string => path.split('/').slice(0, 3).join('/')

function Missing() {
  const { pathname } = useLocation()
  return (
    <>
      <title>No existe · Administración · Alhena</title>
      <PageHeading title="No existe" />
      <Alert
        tone="warning"
        actions={
          <ButtonLink variant="secondary" size="sm" to={sectionOf(pathname)}>
            Volver a la sección
          </ButtonLink>
        }
      >
        Lo que buscas no está o ya no existe.
      </Alert>
    </>
  )
}

function Trouble({ isOurs, refusal }: { isOurs: boolean; refusal: string | undefined }) {
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <title>Algo salió mal · Administración · Alhena</title>
      <PageHeading title="No se pudo cargar" />
      <Alert
        tone="error"
        actions={
          <Button variant="secondary" size="sm" pending={state === 'loading'} onClick={() => revalidate()}>
            Reintentar
          </Button>
        }
      >
        {refusal ??
          (isOurs
            ? 'Es un problema nuestro y suele durar poco. Nada se perdió: espera unos segundos y vuelve a intentarlo.'
            : 'La solicitud llegó incompleta. Vuelve a la página anterior e inténtalo otra vez.')}
      </Alert>
    </>
  )
}
