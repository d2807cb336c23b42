import { useEffect, useRef, useState } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { reportedPage } from '#app/features/analytics/address.ts'
import { startRecording } from '#app/features/analytics/start-recording.ts'
import { forgetVisit, useChoice, visitStorage } from '#app/features/analytics/visit.ts'
import { listEvents, watchCards } from '#app/features/analytics/watch-page.ts'
import { type Filters, serializeFilters } from '#app/features/catalogue/filters.ts'
import type { loader as homeLoader } from '#app/features/catalogue/shop/home.tsx'
import type { loader as listingLoader } from '#app/features/catalogue/shop/listing.tsx'
import type { MeasuringNotice } from '#app/platform/tracking/consent.ts'
import { takeTracked, track } from '#app/platform/tracking/track.ts'

/** The recording, if the visitor allowed it. */
export default function Visit({ notice }: { notice: MeasuringNotice }) {
  const { key } = useLocation()
  const choice = useChoice(key, notice)
  return choice === 'granted' ? <Recording notice={notice} /> : <Unmeasured />
}

/** Discards events without consent, including those before the decision. */
function Unmeasured() {
  useEffect(() => {
    forgetVisit(visitStorage())
    return takeTracked(() => {})
  }, [])
  return null
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
