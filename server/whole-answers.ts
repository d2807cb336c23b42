import type { MiddlewareHandler } from 'hono'
import { bestEncoding, compressOnce } from './compression.ts'

/** Pages, what the router reads for them, and data. Sheets are sent while they are made. */
const SENT_WHOLE = /^(text\/html|text\/x-script|application\/json)\b/

/** Below this many bytes compression saves nothing. */
const SMALLEST = 1024

/** Whether answers of this content type are sent whole, and compressed as a whole. */
export const isSentWhole = (type: string): boolean => SENT_WHOLE.test(type)

/**
 * Sends pages and data only once they are complete, compressed, with their length. The headers of an answer that is compressed on its way
 * would leave before its text is ready: whoever reads them when the process is killed gets half an answer, and no balancer can ask another
 * process for the rest (docs/operations.md, "Several processes").
 */
export const wholeAnswers: MiddlewareHandler = async (c, next) => {
  await next()
  const { body, headers } = c.res
  if (!body || !isSentWhole(headers.get('content-type') ?? '') || headers.has('content-encoding')) return
  const content = Buffer.from(await c.res.arrayBuffer())
  const encoding =
    content.length < SMALLEST || c.req.method === 'HEAD'
      ? undefined
      : bestEncoding(c.req.header('accept-encoding') ?? '')
  const sent = encoding === undefined ? content : await compressOnce(content, encoding)
  c.res = new Response(sent, c.res)
  c.res.headers.set('Content-Length', String(sent.length))
  if (!/accept-encoding/i.test(headers.get('vary') ?? '')) c.res.headers.append('Vary', 'Accept-Encoding')
  if (encoding === undefined) return
  c.res.headers.set('Content-Encoding', encoding)
  // The bytes of an encoding are not those of the tag.
  const etag = headers.get('etag')
  if (etag && !etag.startsWith('W/')) c.res.headers.set('ETag', `W/${etag}`)
}
