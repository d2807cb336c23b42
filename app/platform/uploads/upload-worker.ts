import { setPriority } from 'node:os'
import { answerTasks } from '#app/platform/jobs/task-worker.ts'
import type { UploadTask } from './upload-reader.server.ts'

// A process of its own: what people upload may be made to keep a processor busy or to fill the memory.

/** Pages are answered first where there are few processors. */
const LOWER = 10
try {
  setPriority(LOWER)
} catch {
  // A system that refuses it reads files all the same.
}

answerTasks(async ({ module, input }: UploadTask) => {
  const { read }: { read: (input: unknown) => unknown } = await import(module)
  return read(input)
})
