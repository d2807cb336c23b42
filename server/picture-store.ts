import type { Lettering } from '#app/features/catalogue/pictures/share-drawing.ts'
import { createSemaphore } from '#app/platform/jobs/semaphore.ts'
import { projectRoot } from './project-root.ts'

/** Maximum cached pictures; each is about 20 to 60 kB. */
const KEPT = 200
/** Maximum requests waiting for a picture; each takes a tenth of a second of one core. */
const WAITING = 20

/**
 * Renders pictures one at a time and caches the newest. The renderer is loaded with the first one: a shop whose links
 * nobody shares does not need it.
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

  /** @returns the picture of an address, or undefined when too many requests are waiting. */
  async function get(address: string, draw: (lettering: Lettering) => string): Promise<Buffer | undefined> {
    return (
      kept.get(address) ??
      withSlot(async () => {
        // A concurrent request may have rendered the same one.
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
