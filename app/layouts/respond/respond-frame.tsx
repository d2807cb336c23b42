import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Logo } from '#app/kit/ui/logo.tsx'

/** Focuses the new page's main element when the stage changes in place, as a full load would; not at the first load. */
export function useFocusOnNewStage(stage: string): void {
  const shown = useRef(stage)
  useEffect(() => {
    if (shown.current === stage) return
    shown.current = stage
    window.scrollTo({ top: 0, behavior: 'instant' })
    document.getElementById('contenido')?.focus({ preventScroll: true })
  }, [stage])
}

/** The minimal page frame of the stages around the questionnaire. */
export function RespondFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line">
        <div className="mx-auto flex min-h-16 w-full max-w-5xl items-center px-4 sm:px-6">
          <Link to="/" aria-label="Alhena, ir al inicio" className="flex min-h-11 items-center rounded-sm">
            <Logo className="text-xl" />
          </Link>
        </div>
      </header>
      <main id="contenido" tabIndex={-1} className="flex-1 px-4 py-10 sm:px-6 sm:py-14">
        {children}
      </main>
    </div>
  )
}
