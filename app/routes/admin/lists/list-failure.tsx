import { useEffect } from 'react'
import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

/** A screen of the back office that could not be shown: the frame stays, and trying again is one press. */
export function ListFailure({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator()
  const status = isRouteErrorResponse(error) ? error.status : 500
  useEffect(() => document.getElementById('contenido')?.focus(), [])
  return (
    <>
      <title>Algo salió mal · Administración · Alhena</title>
      <PageHeading title={status === 404 ? 'No existe' : 'No se pudo cargar'} />
      <Alert
        tone="error"
        actions={
          <Button variant="secondary" size="sm" pending={state === 'loading'} onClick={() => revalidate()}>
            Reintentar
          </Button>
        }
      >
        {status === 404
          ? 'Lo que buscas no está o ya no existe.'
          : status < 500
            ? 'La solicitud llegó incompleta. Vuelve a la página anterior e inténtalo otra vez.'
            : 'Es un problema nuestro y suele durar poco. Nada se perdió: espera unos segundos y vuelve a intentarlo.'}
      </Alert>
    </>
  )
}
