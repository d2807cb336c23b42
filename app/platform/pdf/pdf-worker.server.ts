import { answerTasks } from '#app/platform/jobs/task-worker.ts'
import type { SlideDeck } from '#app/platform/slides/slide-deck.ts'
import type { PdfDocument } from './pdf-document.ts'
import { createTypesetter } from './typeset.ts'

// A process of its own: typesetting keeps a processor busy, can't be interrupted from inside, and a panic of the native typesetter ends
// the whole process that it runs in.

const typeset = createTypesetter()
answerTasks(async (document: PdfDocument | SlideDeck) => {
  if (document.template !== 'slides') return new Uint8Array(typeset(document))
  // Few people ask for one: it is loaded when somebody does.
  const { writeSlides } = await import('#app/platform/slides/write-slides.server.ts')
  return writeSlides(document)
})
