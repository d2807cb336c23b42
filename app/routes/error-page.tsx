import { type ComponentType, lazy, Suspense } from 'react'
import { isRouteErrorResponse, Link } from 'react-router'
import { CheckingAccess } from '#app/features/identity/checking-access.tsx'
import { MISSING_TITLE, MissingPage } from '#app/routes/store/missing-page.tsx'
import { Button } from '#app/ui/button.tsx'

/** What a visitor sees when a page can't be shown: the reason where it is theirs to know, and a way on. */
export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404) return <NotFound />
  if (status !== 403) return <Trouble />
  return (
    <Suspense fallback={<CheckingAccess />}>
      <Refusal error={error} />
    </Suspense>
  )
}

// Few visits are ever refused. Without a network for its code there is still the general page.
const Refusal = lazy(async (): Promise<{ default: ComponentType<{ error: unknown }> }> => {
  try {
    const { AccessDenied, accessDeniedFrom } = await import('#app/features/identity/access-denied.tsx')
    return {
      default: ({ error }) => {
        const denied = accessDeniedFrom(error)
        return denied ? <AccessDenied {...denied} /> : <Trouble />
      },
    }
  } catch {
    return { default: Trouble }
  }
})

const Trouble = () => (
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

const NotFound = () => (
  <main id="contenido" tabIndex={-1}>
    <title>{MISSING_TITLE}</title>
    <MissingPage />
  </main>
)
