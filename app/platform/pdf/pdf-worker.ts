import { answerTasks } from '#app/platform/jobs/task-worker.ts'
import type { PdfDocument } from './pdf-document.ts'
import { createTypesetter } from './typeset.ts'

// A process of its own: typesetting keeps a processor busy, can't be interrupted from inside, and a panic of the native typesetter ends
// the whole process that it runs in.

const typeset = createTypesetter()
answerTasks((document: PdfDocument) => new Uint8Array(typeset(document)))
