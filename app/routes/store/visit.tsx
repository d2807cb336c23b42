import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { forgetVisit, useChoice, visitStorage } from '#app/features/analytics/visit.ts'
import type { MeasuringNotice } from '#app/platform/tracking/consent.ts'
import { takeTracked } from '#app/platform/tracking/track.ts'
import { ConsentBanner } from './consent-banner.tsx'
import { Recording } from './recording.tsx'

/** The consent banner, or the recording that it allowed. */
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

/** Discards events without consent, including those before the decision. */
function Unmeasured() {
  useEffect(() => {
    forgetVisit(visitStorage())
    return takeTracked(() => {})
  }, [])
  return null
}
