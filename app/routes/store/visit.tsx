import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useChoice } from '#app/features/analytics/use-choice.ts'
import { forgetVisit, visitStorage } from '#app/features/analytics/visit-id.ts'
import { takeTracked } from '#app/platform/tracking/track.ts'
import { ConsentBanner } from './consent-banner.tsx'
import { Recording } from './recording.tsx'

/** The question whether this visit may be measured, or what its answer asks for. */
export function Visit() {
  const { key, pathname } = useLocation()
  const { choice, choose } = useChoice(key)
  if (choice === 'granted') return <Recording />
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
