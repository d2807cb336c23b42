import type { MiddlewareHandler } from 'hono'

/** Pages, what the router reads for them, and data. Sheets are sent while they are made. */
const SENT_WHOLE = /^(text\/html|text\/x-script|application\/json)\b/

/**
 * Sends pages and data only once they are complete, with their length. The headers of a compressed answer would leave
 * before its text is ready: whoever reads them when the process is killed gets half an answer, and no balancer can ask
 * another process for the rest (docs/operations.md, "Several processes").
 */
export const wholeAnswers: MiddlewareHandler = async (c, next) => {
  await next()
  const { body, headers } = c.res
  if (!body || headers.has('content-length') || !SENT_WHOLE.test(headers.get('content-type') ?? '')) return
  c.res = new Response(await c.res.arrayBuffer(), c.res)
}
