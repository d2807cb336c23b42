import { createRequire } from 'node:module'
import { err, type Result } from '#app/kernel/result.ts'
import { createTaskProcess, type TaskLimits } from '#app/platform/jobs/task-process.server.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import type { UnreadableFile } from '#app/platform/sheets/read-file.server.ts'

/** The module that exports the function `read`, and its input. */
export type UploadTask = { module: string; input: unknown }

/** `busy`: others' files, or this person's own, are being read. */
export type UploadFailure = UnreadableFile | { code: 'busy' }

type Read = Result<unknown, { code: string }>
type Reading = (input: never) => Read | Promise<Read>

/** Reads uploaded files one after the other in a process of its own. */
export type UploadReader = {
  /**
   * @param module as `#app/…`: it exports the function `read` of type `Read`, which answers a result or promises one.
   * @param owner id of the person who uploads.
   */
  read<Read extends Reading>(
    module: string,
    input: Parameters<Read>[0],
    owner: string,
  ): Promise<Awaited<ReturnType<Read>> | Result<never, UploadFailure>>
  /** Ends the process; queued files fail. */
  close(): Promise<void>
}

/**
 * The longest list takes a fraction of a second; what takes longer was made for it. Of one person, one file is read and one waits, so that a
 * form that is sent twice is answered twice.
 */
const LIMITS: TaskLimits = { maxWaiting: 20, maxOfOwner: 2, taskMs: 15_000, idleMs: 30_000, maxHeap: 384 }

/** Node runs the sources of the process as they are, wherever the importing bundle is. */
const WORKER = () => createRequire(import.meta.url).resolve('#app/platform/uploads/upload-worker.ts')

/** @param limits for tests; the defaults are those of a shop. */
export function createUploadReader(log: Pick<Log, 'warn'>, limits: Partial<TaskLimits> = {}): UploadReader {
  const { run, close } = createTaskProcess<UploadTask, unknown>(WORKER(), { ...LIMITS, ...limits })
  return {
    async read<Read extends Reading>(module: string, input: Parameters<Read>[0], owner: string) {
      const done = await run({ module, input }, owner)
      // The function of that module answers what its type says.
      if (done.ok) return done.value as Awaited<ReturnType<Read>>
      if (done.error.code === 'busy') return err({ code: 'busy' as const })
      log.warn('upload_not_read', { owner, module, error: done.error.detail })
      return err({ code: 'unreadable' as const, kind: 'too_complex' as const })
    },
    close,
  }
}
