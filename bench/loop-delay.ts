import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// Loaded into the serving process by NODE_OPTIONS. On SIGUSR2 it writes the event loop delay since the last signal.

const file = process.env.LOOP_DELAY_FILE
if (isMainThread && file !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  process.on('SIGUSR2', () => {
    const [p99, max] = [delays.percentile(99), delays.max].map(nanoseconds => nanoseconds / 1e6)
    writeFileSync(file, JSON.stringify({ p99, max, samples: delays.count }))
    delays.reset()
  })
}
