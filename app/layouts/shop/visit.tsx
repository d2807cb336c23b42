import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { reportedPage } from '#app/features/analytics/address.ts'
import { startRecording } from '#app/features/analytics/start-recording.ts'
import { forgetVisit, useChoice, visitStorage } from '#app/features/analytics/visit.ts'
import { listEvents, watchCards } from '#app/features/analytics/watch-page.ts'
import { type Filters, serializeFilters } from '#app/features/catalogue/filters.ts'
import type { loader as homeLoader } from '#app/features/catalogue/shop/home.tsx'
import type { loader as listingLoader } from '#app/features/catalogue/shop/listing.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import type { Choice, MeasuringNotice } from '#app/platform/tracking/consent.ts'
import { takeTracked, track } from '#app/platform/tracking/track.ts'

/** Where the question would cover a form that is being paid, and the page that asks the same. */
const UNASKED: readonly string[] = ['/checkout', '/payment-success', '/preferencias-de-privacidad']

/** The consent banner, or the recording that it allowed. */
export default function Visit({ notice }: { notice: MeasuringNotice }) {
  const { key, pathname } = useLocation()
  const { choice, choose } = useChoice(key, notice)
  if (choice === 'granted') return <Recording notice={notice} />
  const asks = choice === undefined && !UNASKED.includes(pathname)
  return (
    <>
      <Unmeasured />
      {asks && <ConsentBanner onChoose={choose} />}
    </>
  )
}

/** Discards events without consent, including those before the decision. */
function Unmeasured() {
  useEffect(() => {
    forgetVisit(visitStorage())
    return takeTracked(() => {})
  }, [])
  return null
}

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
function ConsentBanner({ onChoose }: { onChoose: (choice: Choice) => void }) {
  return (
    <section
      ref={measure}
      aria-label="Tu privacidad"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface text-ink shadow-raised lg:inset-x-auto lg:bottom-5 lg:left-5 lg:w-64 lg:rounded-lg lg:border print:hidden"
    >
      {/* On wide windows a card in the corner, where lists have filters and no page has a price. */}
      <div className="grid gap-2 px-4 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-6 lg:grid-cols-1 lg:gap-3 lg:p-4">
        <p className="text-pretty">
          ¿Nos permites medir el uso de la tienda<span className="max-lg:hidden">, para mejorarla</span>?{' '}
          <span className="max-lg:hidden">Sin publicidad ni terceros, y todo funciona igual si dices que no. </span>
          <Link to="/legal/cookies" className="text-copper underline underline-offset-4">
            Qué medimos
          </Link>
        </p>
        <div className="grid flex-none grid-cols-2 gap-2 sm:w-64 lg:w-auto">
          <Button variant="secondary" size="sm" onClick={() => onChoose('refused')}>
            Rechazar
          </Button>
          <Button variant="secondary" size="sm" onClick={() => onChoose('granted')}>
            Aceptar
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Records the visit after consent: its pages, lists and actions. */
function Recording({ notice }: { notice: MeasuringNotice }) {
  const { pathname, search } = useLocation()
  const page = reportedPage(pathname + search)
  const filters = useShownFilters()
  // One view of a list: its cards count again in the next.
  const view = filters && pathname + serializeFilters(filters)
  const [recording] = useState(() => startRecording(notice))
  const shown = useRef<{ pathname: string; filters: Filters; view: string }>(undefined)

  useEffect(() => {
    if (page !== undefined && recording.arrive(page)) track('page_view', {})
  }, [page, recording])

  useEffect(() => {
    const earlier = shown.current
    shown.current = filters && view !== undefined ? { pathname, filters, view } : undefined
    if (!filters || earlier?.view === view) return
    const before = earlier?.pathname === pathname ? earlier.filters : undefined
    for (const { type, data } of listEvents(before, filters)) track(type, data)
  }, [filters, pathname, view])

  useEffect(() => (view === undefined ? undefined : watchCards()), [view])
  // Last, so that the page view is recorded before the events of the first effects.
  useEffect(() => recording.listen(), [recording])
  return null
}

/** The filters of the open list, as its page parsed them. */
function useShownFilters(): Filters | undefined {
  const home = useRouteLoaderData<typeof homeLoader>('features/catalogue/shop/home')
  const listing = useRouteLoaderData<typeof listingLoader>('features/catalogue/shop/listing')
  return (home ?? listing)?.filters
}
