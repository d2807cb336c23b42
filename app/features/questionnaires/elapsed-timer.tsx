import { useEffect, useState } from 'react'
import { formatClock } from '#app/kernel/format.ts'

/** mm:ss since the start, ticking every second. It begins with the server's figure, so the browser's clock may be wrong. */
export function ElapsedTimer({ initial }: { initial: number }) {
  const [seconds, setSeconds] = useState(initial)
  useEffect(() => {
    const mounted = Date.now()
    const tick = setInterval(() => setSeconds(initial + Math.max(0, Math.floor((Date.now() - mounted) / 1000))), 1000)
    return () => clearInterval(tick)
  }, [initial])
  return (
    <span role="timer" aria-label="Tiempo transcurrido" className="font-medium tabular-nums">
      {formatClock(seconds)}
    </span>
  )
}
