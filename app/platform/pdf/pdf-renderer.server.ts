import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { err, ok, type Result } from '#app/kernel/result.ts'
import type { PdfDocument, PdfRequest, PdfResponse } from './pdf-document.ts'

/** Documents that may wait; one more is refused. */
const MAX_WAITING = 20
/** Documents of one owner that may be under way, so that one person's clicks don't delay all others. */
const MAX_OF_OWNER = 2
/** Milliseconds for one document, the start of the process included; several hundred times what a long report takes on a quiet machine. */
const RENDER_MS = 40_000
/** Milliseconds without work after which the process ends and its memory is free again. */
const IDLE_MS = 30_000
/** Mebibytes of JavaScript objects that the process may hold. */
const MAX_HEAP = 256

/**
 * `busy`: as many as may wait are waiting, of everybody or of this owner. `failed`: the document could not be rendered; a bug, whose detail
 * belongs in the log.
 */
export type PdfFailure = { code: 'busy' } | { code: 'failed'; detail: string }

/** Renders documents one after the other in a process of its own, which starts with the first one. */
export type PdfRenderer = {
  /** @param owner id of the person whom it is rendered for. */
  render(document: PdfDocument, owner: string): Promise<Result<Uint8Array<ArrayBuffer>, PdfFailure>>
  /** Ends the process; queued documents fail. */
  close(): Promise<void>
}

type Job = {
  document: PdfDocument
  owner: string
  settle: (result: Awaited<ReturnType<PdfRenderer['render']>>) => void
}
type Limits = { maxWaiting?: number; renderMs?: number; idleMs?: number; workerFile?: string }

/** Node runs the sources of the process as they are, wherever the importing bundle is. */
const WORKER = () => createRequire(import.meta.url).resolve('#app/platform/pdf/pdf-worker.ts')

/** @param limits for tests; the defaults are those of a shop. */
export function createPdfRenderer({
  maxWaiting = MAX_WAITING,
  renderMs = RENDER_MS,
  idleMs = IDLE_MS,
  workerFile,
}: Limits = {}): PdfRenderer {
  const waiting: Job[] = []
  let worker: ChildProcess | undefined
  let current: Job | undefined
  let timer: NodeJS.Timeout | undefined
  let requests = 0

  /** Ends the process; the next document starts another one. */
  async function end(detail: string): Promise<void> {
    clearTimeout(timer)
    const ending = worker
    worker = undefined
    finish(err({ code: 'failed', detail }))
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = once(ending, 'exit')
    // Native code can't be interrupted.
    ending.kill('SIGKILL')
    await ended
  }

  function finish(result: Awaited<ReturnType<PdfRenderer['render']>>): void {
    const settled = current
    current = undefined
    settled?.settle(result)
  }

  function start(): ChildProcess {
    const started = fork(workerFile ?? WORKER(), {
      execArgv: [`--max-old-space-size=${MAX_HEAP}`],
      // It needs none of the shop's secrets.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // An idle process does not keep one that has nothing else to do.
    started.unref()
    started.channel?.unref()
    const isCurrent = () => worker === started
    started.on('message', (response: PdfResponse) => {
      if (!isCurrent() || response.id !== requests) return
      clearTimeout(timer)
      finish('bytes' in response ? ok(response.bytes) : err({ code: 'failed', detail: response.problem }))
      next()
    })
    const onEnd = (reason: string) => {
      if (!isCurrent()) return
      void end(reason)
      next()
    }
    started.on('error', error => onEnd(String(error)))
    started.on('exit', (code, signal) => onEnd(`The rendering process ended with ${code ?? signal}`))
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
    requests += 1
    timer = setTimeout(() => {
      void end(`Not rendered within ${renderMs} ms`)
      next()
    }, renderMs)
    worker.send({ id: requests, document: current.document } satisfies PdfRequest)
  }

  return {
    render(document, owner) {
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
