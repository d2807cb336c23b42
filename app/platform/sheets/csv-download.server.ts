import { createSemaphore } from '#app/platform/jobs/semaphore.ts'
import { joinNeutralised, joinPacked, writeDelimited } from './delimited.ts'

const CSV_TYPE = 'text/csv; charset=utf-8'

/** Rows, or many rows as one text (`exportPacked`). */
export type Batch = string | readonly (readonly string[])[]

/** Batches that are read at once, of all downloads together: the database's other connections, and its time, are the shop's. */
const withSlot = createSemaphore(3, Number.POSITIVE_INFINITY)

/**
 * Streams a table as CSV: memory holds one batch, however many rows there are. Cells follow spec D37, as in
 * `writeDelimited`. The next batch is read while the previous one is sent; a closed download stops reading.
 */
export function csvDownload(filename: string, header: readonly string[], batches: AsyncIterable<Batch>): Response {
  const encoder = new TextEncoder()
  const iterator = batches[Symbol.asyncIterator]()
  let isGone = false
  const read = () => {
    const next = withSlot(async () => (isGone ? undefined : iterator.next()))
    // Consumers get the failure; without one it must not be an unhandled rejection.
    next.catch(() => undefined)
    return next
  }
  let coming = read()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(writeDelimited([header])))
    },
    async pull(controller) {
      const batch = await coming
      if (!batch || batch.done) {
        controller.close()
        return
      }
      coming = read()
      const rows = batch.value
      controller.enqueue(encoder.encode(typeof rows === 'string' ? joinPacked(rows) : joinNeutralised(rows)))
    },
    async cancel() {
      isGone = true
      await iterator.return?.()
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': CSV_TYPE,
      'Content-Disposition': `attachment; filename="${filename}"`,
    },
  })
}
