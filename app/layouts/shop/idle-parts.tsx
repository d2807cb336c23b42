import { Link } from 'react-router'
import { choose } from '#app/features/analytics/visit.ts'
import { Button } from '#app/kit/ui/button.tsx'
import ConnectionNotice from '#app/layouts/connection-notice.tsx'
import type { MeasuringNotice } from '#app/platform/tracking/consent.ts'
import { PAGE_WIDTH } from './page-width.ts'
import Visit from './visit.tsx'

/** What the shop's frame has once the browser is idle: measuring, where it is allowed, and the notice of a lost network. */
export function AlwaysThere({ notice }: { notice: MeasuringNotice }) {
  return (
    <>
      <Visit notice={notice} />
      <ConnectionNotice />
    </>
  )
}

/** Asks whether visits may be measured. It takes no focus and waits indefinitely; refusing is as easy as accepting. */
export function MeasuringQuestion({ notice }: { notice: MeasuringNotice }) {
  return (
    <section
      aria-label="Tu privacidad"
      className={`${PAGE_WIDTH} flex w-full items-center justify-between gap-x-4 text-sm`}
    >
      <p className="min-w-0 text-pretty">
        ¿Nos permites medir <span className="sm:hidden">tu visita</span>
        <span className="max-sm:hidden">el uso de la tienda</span>
        <span className="max-lg:hidden">, para mejorarla</span>?{' '}
        <span className="max-lg:hidden">Sin publicidad ni terceros, y todo funciona igual si dices que no. </span>
        <Link to="/legal/cookies" className="inline-block text-copper underline underline-offset-4">
          Qué medimos
        </Link>
      </p>
      <div className="grid flex-none grid-cols-2 gap-2">
        <Button variant="secondary" size="sm" onClick={() => choose('refused', notice)}>
          Rechazar
        </Button>
        <Button variant="secondary" size="sm" onClick={() => choose('granted', notice)}>
          Aceptar
        </Button>
      </div>
    </section>
  )
}
