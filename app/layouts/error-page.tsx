import { type ComponentType, lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { Button } from '#app/kit/ui/button.tsx'

/** What a visitor sees when a page can't be shown: the reason where it is theirs to know, and a way on. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <Suspense fallback={<main id="contenido" tabIndex={-1} aria-busy="true" className="min-h-[70vh]" />}>
      <Failure error={error} />
    </Suspense>
  )
}

// Few visits ever fail. Without a network for the reasons there is still the way on.
const Failure = lazy(
  (): Promise<{ default: ComponentType<{ error: unknown }> }> =>
    import('./failure-page.tsx').catch(() => ({ default: Unexplained })),
)

const Unexplained = () => (
  <main id="contenido" tabIndex={-1} className="mx-auto grid max-w-xl gap-4 px-4 py-24">
    <title>Algo salió mal · Alhena</title>
    <h1 className="text-2xl">No pudimos mostrar esta página</h1>
    <p className="text-muted">Revisa tu conexión. Tu carrito está guardado en este navegador.</p>
    <p className="flex items-center gap-5">
      <Button onClick={() => location.reload()}>Reintentar</Button>
      <Link className="text-copper underline" to="/">
        Volver al inicio
      </Link>
    </p>
  </main>
)
