import { type ComponentType, useEffect, useState } from 'react'
import type { MeasuringNotice } from '#app/platform/tracking/consent.ts'
import { whenIdle } from '#app/ui/when-idle.ts'

/** Asks for consent and measures the visit; its code is loaded when the browser is idle. */
export function Measurement({ notice }: { notice: MeasuringNotice }) {
  const [Visit, setVisit] = useState<ComponentType<{ notice: MeasuringNotice }>>()
  useEffect(
    () =>
      whenIdle(() =>
        // Without its code nothing is measured.
        import('./visit.tsx').then(module => setVisit(() => module.Visit)).catch(() => undefined),
      ),
    [],
  )
  return Visit && <Visit notice={notice} />
}
