import { Link } from 'react-router'
import type { Choice } from '#app/platform/tracking/consent.ts'
import { Button } from '#app/ui/button.tsx'
import { PAGE_WIDTH } from './page-width.ts'

/** Sets a CSS variable with the banner's height (app.css). */
function measure(question: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--consent-height', `${question.offsetHeight}px`))
  observer.observe(question)
  return () => {
    observer.disconnect()
    style.removeProperty('--consent-height')
  }
}

/**
 * Asks for consent to measuring. Not a dialog: it takes no focus, covers nothing essential and waits indefinitely.
 * Refusing is as easy as accepting.
 */
export function ConsentBanner({ onChoose }: { onChoose: (choice: Choice) => void }) {
  return (
    <section
      ref={measure}
      aria-label="Tu privacidad"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface text-ink shadow-raised print:hidden"
    >
      <div className={`${PAGE_WIDTH} flex flex-col gap-3 py-3.5 sm:flex-row sm:items-center sm:gap-8`}>
        <p className="text-sm text-pretty sm:flex-1 sm:text-md">
          ¿Nos permites medir cómo se usa la tienda, para mejorarla? Sin publicidad ni terceros, y todo funciona igual
          si dices que no.{' '}
          <Link to="/legal/cookies" className="text-copper underline underline-offset-4">
            Qué medimos
          </Link>
        </p>
        <div className="grid flex-none grid-cols-2 gap-3 sm:w-72">
          <Button variant="secondary" onClick={() => onChoose('refused')}>
            Rechazar
          </Button>
          <Button variant="secondary" onClick={() => onChoose('granted')}>
            Aceptar
          </Button>
        </div>
      </div>
    </section>
  )
}
