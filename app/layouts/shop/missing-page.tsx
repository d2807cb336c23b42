import { ButtonLink } from '#app/kit/ui/button.tsx'
import { PAGE_WIDTH } from './page-width.ts'

export const MISSING_TITLE = 'Página no encontrada · Alhena'

/** Text of specification 1, section 2. */
export function MissingPage() {
  return (
    <div className={`${PAGE_WIDTH} flex min-h-[60vh] flex-col items-start justify-center py-16`}>
      <p className="text-5xl font-medium tracking-tighter text-copper tabular-nums">404</p>
      <h1 className="mt-4 text-2xl sm:text-3xl" lang="en">
        Oops! Page not found
      </h1>
      <p className="mt-2 text-muted">La dirección no existe o la página cambió de lugar.</p>
      <ButtonLink to="/" className="mt-8">
        Volver al inicio
      </ButtonLink>
    </div>
  )
}
