import { createRequire } from 'node:module'
import type { Result } from '#app/kernel/result.ts'
import { createTaskProcess, type TaskFailure } from '#app/platform/jobs/task-process.server.ts'
import type { SlideDeck } from '#app/platform/slides/slide-deck.ts'
import type { PdfDocument } from './pdf-document.ts'

/** Documents that may wait; one more is refused. */
const MAX_WAITING = 20
/** Milliseconds for one document, the start of the process included; several hundred times what a long report takes on a quiet machine. */
const RENDER_MS = 40_000

/** `failed`: the document could not be rendered; a bug. */
export type PdfFailure = TaskFailure

/** Renders documents and presentations one after the other in a process of its own, which starts with the first one. */
export type PdfRenderer = {
  /** @param owner id of the person whom it is rendered for. */
  render(document: PdfDocument | SlideDeck, owner: string): Promise<Result<Uint8Array<ArrayBuffer>, PdfFailure>>
  /** Ends the process; queued documents fail. */
  close(): Promise<void>
}

type Limits = { maxWaiting?: number; renderMs?: number; idleMs?: number; workerFile?: string }

/** Node runs the sources of the process as they are, wherever the importing bundle is. */
const WORKER = () => createRequire(import.meta.url).resolve('#app/platform/pdf/pdf-worker.server.ts')

/** @param limits for tests; the defaults are those of a shop. */
export function createPdfRenderer({
  maxWaiting = MAX_WAITING,
  renderMs = RENDER_MS,
  idleMs = 30_000,
  workerFile,
}: Limits = {}): PdfRenderer {
  const limits = { maxWaiting, maxOfOwner: 2, taskMs: renderMs, idleMs, maxHeap: 256 }
  const { run, close } = createTaskProcess<PdfDocument | SlideDeck, Uint8Array<ArrayBuffer>>(
    workerFile ?? WORKER(),
    limits,
  )
  return { render: run, close }
}
