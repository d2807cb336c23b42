import type { ServerInstrumentation } from 'react-router'
import { currentTracing, inSpan } from './tracing.ts'

type Handler = () => Promise<{ error: Error | undefined }>

/** The layouts and the page of a request, each with its own time; where nothing is traced, the router wraps nothing. */
export const tracedRoutes: ServerInstrumentation = {
  route({ id, instrument }) {
    if (!currentTracing()) return
    const asSpan = (kind: 'loader' | 'action') => (run: Handler) =>
      inSpan(`${kind} ${id}`, { kind: 'internal' }, async note => {
        const { error } = await run()
        // No message: those of the database quote values.
        if (error) note({ 'error.type': error.name })
      })
    instrument({ loader: asSpan('loader'), action: asSpan('action') })
  },
}
