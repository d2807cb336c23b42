import type { Lettering } from '#app/features/catalogue/pictures/share-drawing.ts'
import { createSemaphore } from '#app/platform/jobs/semaphore.ts'
import { projectRoot } from './project-root.ts'

/** Finished pictures that are kept; each is some 20 to 60 kB. */
const KEPT = 200
/** Requests that may wait for a picture; each takes a tenth of a second of one core. */
const WAITING = 20

/**
 * Draws pictures one at a time and keeps the newest. What draws them is loaded with the first one: a shop whose links nobody shares
 * never pays for it.
 */
export function createPictureStore() {
  const kept = new Map<string, Buffer>()
  const withSlot = createSemaphore(1, WAITING)
  let tools: Promise<{ lettering: Lettering; drawPng: (svg: string) => Promise<Buffer> }> | undefined

  const loadTools = async () => {
    const [{ openLettering }, { drawPng }] = await Promise.all([
      import('#app/platform/pictures/lettering.server.ts'),
      import('#app/platform/pictures/lettering.server.ts'),
    ])
    return { lettering: openLettering(projectRoot), drawPng }
  }

  /** @returns the picture of an address, or undefined when too many others are waited for. */
  async function get(address: string, draw: (lettering: Lettering) => string): Promise<Buffer | undefined> {
    return (
      kept.get(address) ??
      withSlot(async () => {
        // Somebody may have waited for the very same one.
        const finished = kept.get(address)
        if (finished) return finished
        tools ??= loadTools().catch(error => {
          tools = undefined
          throw error
        })
        const { lettering, drawPng } = await tools
        const png = await drawPng(draw(lettering))
        kept.set(address, png)
        const oldest = kept.keys().next().value
        if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
        return png
      })
    )
  }

  return { get }
}
