import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '#app/ui/when-idle.ts'

/** Asks whether the visit may be measured, and measures it, once the page is there: its code comes when the browser is idle. */
export function Measurement() {
  const [Visit, setVisit] = useState<ComponentType>()
  useEffect(
    () =>
      whenIdle(() =>
        // Without its code nothing is asked and nothing measured.
        import('./visit.tsx').then(module => setVisit(() => module.Visit)).catch(() => undefined),
      ),
    [],
  )
  return Visit && <Visit />
}
