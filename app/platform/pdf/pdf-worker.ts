import type { PdfRequest, PdfResponse } from './pdf-document.ts'
import { createTypesetter } from './typeset.ts'

// A process of its own: typesetting keeps a processor busy, can't be interrupted from inside, and a panic of the native typesetter ends
// the whole process that it runs in.

const typeset = createTypesetter()

function respond({ id, document }: PdfRequest): PdfResponse {
  try {
    return { id, bytes: new Uint8Array(typeset(document)) }
  } catch (error) {
    return { id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.on('message', (request: PdfRequest) => process.send?.(respond(request)))
// Ctrl+C reaches every process of a terminal; this one ends when the shop lets it go, after its last document.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())
