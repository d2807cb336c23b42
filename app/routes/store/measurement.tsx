import { type ComponentType, useEffect, useState } from 'react'
import type { MeasuringNotice } from '#app/platform/tracking/consent.ts'
import { whenIdle } from '#app/ui/when-idle.ts'

/** Asks whether the visit may be measured, and measures it, once the page is there: its code comes when the browser is idle. */
export function Measurement({ notice }: { notice: MeasuringNotice }) {
  const [Visit, setVisit] = useState<ComponentType<{ notice: MeasuringNotice }>>()
  useEffect(
    () =>
      whenIdle(() =>
        // Without its code nothing is asked and nothing measured.
        import('./visit.tsx').then(module => setVisit(() => module.Visit)).catch(() => undefined),
      ),
    [],
  )
  return Visit && <Visit notice={notice} />
}
