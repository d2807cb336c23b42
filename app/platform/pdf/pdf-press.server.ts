import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { err, ok, type Result } from '#app/kernel/result.ts'
import type { PdfAnswer, PdfOrder, PdfPrint } from './pdf-order.ts'

/** Documents that may wait; one more is told to come back. */
const MAX_WAITING = 20
/** Documents of one owner that may be under way, so that nobody's clicks make all others wait. */
const MAX_OF_OWNER = 2
/**
 * Milliseconds for one document, the start of the thread included; a quotation takes a tenth of a second, a report of forty pages one, and
 * several times that on a machine with other work.
 */
const DRAW_MS = 40_000
/** Milliseconds without work after which the thread ends and its memory is free again. */
const IDLE_MS = 30_000
/** Mebibytes that a document may take before the thread is ended. */
const MAX_HEAP = 256

/** `busy`: as many as may wait are waiting, of everybody or of this owner. `failed`: the document could not be drawn; a bug, whose detail belongs in the log. */
export type PdfFailure = { code: 'busy' } | { code: 'failed'; detail: string }

/** Draws documents one after the other in a thread of its own, which starts with the first one. */
export type PdfPress = {
  /** @param owner id of the person whom it is drawn for. */
  print(document: PdfPrint, owner: string): Promise<Result<Uint8Array<ArrayBuffer>, PdfFailure>>
  /** Ends the thread; what waits fails. */
  close(): Promise<void>
}

type Waiting = {
  document: PdfPrint
  owner: string
  settle: (result: Awaited<ReturnType<PdfPress['print']>>) => void
}
type Limits = { maxWaiting?: number; drawMs?: number; idleMs?: number; workerFile?: string }

/** Node runs the sources of the thread as they are, wherever the bundle that asks for them lies. */
const WORKER = () => createRequire(import.meta.url).resolve('#app/platform/pdf/pdf-worker.ts')

/** @param limits for tests; the defaults are those of a shop. */
export function createPdfPress({
  maxWaiting = MAX_WAITING,
  drawMs = DRAW_MS,
  idleMs = IDLE_MS,
  workerFile,
}: Limits = {}): PdfPress {
  const waiting: Waiting[] = []
  let worker: Worker | undefined
  let current: Waiting | undefined
  let timer: NodeJS.Timeout | undefined
  let drawn = 0

  /** Ends the thread; the next document starts another one. */
  async function end(detail: string): Promise<void> {
    clearTimeout(timer)
    const ending = worker
    worker = undefined
    finish(err({ code: 'failed', detail }))
    await ending?.terminate()
  }

  function finish(result: Awaited<ReturnType<PdfPress['print']>>): void {
    const settled = current
    current = undefined
    settled?.settle(result)
  }

  function start(): Worker {
    const started = new Worker(workerFile ?? WORKER(), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP },
    })
    // An idle thread does not keep a process that has nothing else to do.
    started.unref()
    const isCurrent = () => worker === started
    started.on('message', (answer: PdfAnswer) => {
      if (!isCurrent() || answer.id !== drawn) return
      clearTimeout(timer)
      finish('bytes' in answer ? ok(answer.bytes) : err({ code: 'failed', detail: answer.problem }))
      next()
    })
    const onEnd = (reason: string) => {
      if (!isCurrent()) return
      void end(reason)
      next()
    }
    started.on('error', error => onEnd(String(error)))
    started.on('exit', code => onEnd(`The drawing thread ended with ${code}`))
    return started
  }

  function next(): void {
    if (current) return
    clearTimeout(timer)
    current = waiting.shift()
    if (!current) {
      timer = setTimeout(() => void end('idle'), idleMs)
      timer.unref()
      return
    }
    worker ??= start()
    drawn += 1
    timer = setTimeout(() => {
      void end(`Not drawn within ${drawMs} ms`)
      next()
    }, drawMs)
    worker.postMessage({ id: drawn, document: current.document } satisfies PdfOrder)
  }

  return {
    print(document, owner) {
      const own = [current, ...waiting].filter(other => other?.owner === owner).length
      if (waiting.length >= maxWaiting || own >= MAX_OF_OWNER) return Promise.resolve(err({ code: 'busy' }))
      return new Promise(settle => {
        waiting.push({ document, owner, settle })
        next()
      })
    },
    async close() {
      for (const { settle } of waiting.splice(0)) settle(err({ code: 'busy' }))
      await end('The shop is closing')
    },
  }
}
