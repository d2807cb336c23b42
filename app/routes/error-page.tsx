import { isRouteErrorResponse, Link } from 'react-router'
import { AccessDenied, accessDeniedFrom } from '#app/features/identity/access-denied.tsx'
import { MISSING_TITLE, MissingPage } from '#app/routes/store/missing-page.tsx'
import { Button } from '#app/ui/button.tsx'

/** What a visitor sees when a page can't be shown: the reason where it is theirs to know, and a way on. */
export function ErrorPage({ error }: { error: unknown }) {
  const denied = accessDeniedFrom(error)
  if (denied) return <AccessDenied {...denied} />
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return (
    <main
      id="contenido"
      tabIndex={-1}
      className="mx-auto flex min-h-[70vh] max-w-xl flex-col items-start justify-center gap-4 px-4"
    >
      <title>Algo salió mal · Alhena</title>
      <h1 className="text-2xl font-semibold tracking-tight">No pudimos mostrar esta página</h1>
      <p className="text-muted">
        Es un problema nuestro y suele durar poco. Tus datos están a salvo: espera unos segundos y vuelve a intentarlo.
      </p>
      <p className="flex items-center gap-5">
        <Button size="sm" onClick={() => location.reload()}>
          Reintentar
        </Button>
        <Link className="text-copper underline" to="/">
          Volver al inicio
        </Link>
      </p>
    </main>
  )
}

const NotFound = () => (
  <main id="contenido" tabIndex={-1}>
    <title>{MISSING_TITLE}</title>
    <MissingPage />
  </main>
)
