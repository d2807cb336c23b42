import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { forgetVisit, useChoice, visitStorage } from '#app/features/analytics/visit.ts'
import type { MeasuringNotice } from '#app/platform/tracking/consent.ts'
import { takeTracked } from '#app/platform/tracking/track.ts'
import { ConsentBanner } from './consent-banner.tsx'
import { Recording } from './recording.tsx'

/** The question whether this visit may be measured, or what its answer asks for. */
export function Visit({ notice }: { notice: MeasuringNotice }) {
  const { key, pathname } = useLocation()
  const { choice, choose } = useChoice(key, notice)
  if (choice === 'granted') return <Recording notice={notice} />
  // The page of preferences asks the same.
  const asks = choice === undefined && pathname !== '/preferencias-de-privacidad'
  return (
    <>
      <Unmeasured />
      {asks && <ConsentBanner onChoose={choose} />}
    </>
  )
}

/** A visit of which nothing is kept, nor was before it was decided. */
function Unmeasured() {
  useEffect(() => {
    forgetVisit(visitStorage())
    return takeTracked(() => {})
  }, [])
  return null
}
