import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Logo } from '#app/ui/logo.tsx'

/** The quiet page of the stages around the questionnaire. */
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
