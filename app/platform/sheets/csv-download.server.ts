import { writeDelimited } from './delimited.ts'

const CSV_TYPE = 'text/csv; charset=utf-8'

const MARK = '\uFEFF'

/**
 * A table as a CSV file that is written while it is read: memory holds one batch, however many rows there are. Cells follow decision
 * 37, as `writeDelimited` has them. The next batch is asked for while the one before travels.
 */
export function csvDownload(
  filename: string,
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly string[])[]>,
): Response {
  const encoder = new TextEncoder()
  const iterator = batches[Symbol.asyncIterator]()
  let coming = iterator.next()
  // Whoever waits for it hears of a failure; nobody may be waiting yet.
  coming.catch(() => undefined)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(writeDelimited([header])))
    },
    async pull(controller) {
      const batch = await coming
      if (batch.done) {
        controller.close()
        return
      }
      coming = iterator.next()
      coming.catch(() => undefined)
      controller.enqueue(encoder.encode(writeDelimited(batch.value).slice(MARK.length)))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': CSV_TYPE,
      'Content-Disposition': `attachment; filename="${filename}"`,
      'Cache-Control': 'no-store',
    },
  })
}
