import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { findProduct, findReportOutline } from '#app/features/catalogue/catalogue.db.server.ts'
import { isProductKey } from '#app/features/catalogue/catalogue.ts'
import { coverPicture } from '#app/features/catalogue/pictures/cover.ts'
import { COVER_EDITION, readPictureName, sharePicturePath } from '#app/features/catalogue/pictures/picture-address.ts'
import { findPicture } from '#app/features/catalogue/pictures/pictures.db.server.ts'
import { type Lettering, productDrawing, shopDrawing } from '#app/features/catalogue/pictures/share-drawing.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { createSemaphore } from '#app/platform/jobs/semaphore.ts'
import { sharedProduct } from '#app/routes/store/shared-product.ts'
import { projectRoot } from './project-root.ts'

/** Maximum cached pictures; each is about 20 to 60 kB. */
const MAX_CACHED = 200
/** Maximum requests waiting for a picture; each takes a tenth of a second of one core. */
const WAITING = 20

/**
 * Renders pictures one at a time and caches those used last. The renderer is loaded with the first one: a shop whose links
 * nobody shares does not need it.
 */
function createPictureStore() {
  const cache = new LRUCache<string, Buffer>({ max: MAX_CACHED })
  const withSlot = createSemaphore(1, WAITING)
  let tools: Promise<{ lettering: Lettering; drawPng: (svg: string) => Promise<Buffer> }> | undefined

  const loadTools = async () => {
    const { openLettering, drawPng } = await import('#app/platform/pictures/lettering.server.ts')
    return { lettering: openLettering(projectRoot), drawPng }
  }

  /** @returns the picture of an address, or undefined when too many requests are waiting. */
  async function get(address: string, draw: (lettering: Lettering) => string): Promise<Buffer | undefined> {
    return (
      cache.get(address) ??
      withSlot(async () => {
        // A concurrent request may have rendered the same one.
        const finished = cache.get(address)
        if (finished) return finished
        tools ??= loadTools().catch(error => {
          tools = undefined
          throw error
        })
        const { lettering, drawPng } = await tools
        const png = await drawPng(draw(lettering))
        cache.set(address, png)
        return png
      })
    )
  }

  return { get }
}

/** The address determines the whole picture. */
const FOR_EVER = 'public, max-age=31536000, immutable'
/** A published questionnaire may change the number of areas that a cover shows. */
const FOR_A_DAY = 'public, max-age=86400'
/** An SVG opened on its own is a document: it may style itself and nothing else. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/** The shop's pictures: covers of products, drawn or uploaded, and share pictures. */
export function createPictures(db: Kysely<DB>) {
  const store = createPictureStore()
  const pictures = new Hono()
  const areas = new LRUCache<string, number>({ max: MAX_CACHED, ttl: 5 * 60_000 })

  /** The number of areas in the result of a product; 0 for one without a questionnaire, or without a page. */
  async function areasOf(slug: string): Promise<number> {
    const known = areas.get(slug)
    if (known !== undefined) return known
    const product = await findProduct(db, slug)
    const outline = product?.questionnaire_id
      ? await findReportOutline(db, product.questionnaire_id, product.questionnaire_version)
      : undefined
    const count = outline?.areas.length ?? 0
    areas.set(slug, count)
    return count
  }

  pictures.get(`/covers/${COVER_EDITION}/:category/:picture{.+\\.svg}`, async c => {
    const { category, picture } = c.req.param()
    const slug = picture.slice(0, -'.svg'.length)
    if (!isProductKey(slug) || !isProductKey(category)) return c.text('Not found', 404)
    c.header('Content-Type', 'image/svg+xml; charset=utf-8')
    c.header('Cache-Control', FOR_A_DAY)
    c.header('Content-Security-Policy', SVG_POLICY)
    return c.body(coverPicture(slug, category, await areasOf(slug)))
  })

  pictures.get('/pictures/:name', async c => {
    const named = readPictureName(c.req.param('name'))
    const bytes = named && (await findPicture(db, named.id, named.size))
    if (!bytes) return c.text('Not found', 404)
    return new Response(new Uint8Array(bytes), {
      headers: { 'Content-Type': 'image/webp', 'Content-Length': String(bytes.length), 'Cache-Control': FOR_EVER },
    })
  })

  pictures.get('/share/:version/shop.png', c => send(c.req.path, sharePicturePath(), shopDrawing))

  pictures.get('/share/:version/product/:picture{.+\\.png}', async c => {
    const slug = c.req.param('picture').slice(0, -'.png'.length)
    const product = isProductKey(slug) ? await findProduct(db, slug) : undefined
    if (product?.slug !== slug) return c.text('Not found', 404)
    const shared = sharedProduct(product)
    return send(c.req.path, sharePicturePath(shared), lettering => productDrawing(shared, lettering))
  })

  async function send(requested: string, current: string, draw: Parameters<typeof store.get>[1]): Promise<Response> {
    // A link shared before the product changed shows the current picture.
    if (requested !== current) {
      return new Response(null, { status: 302, headers: { Location: current, 'Cache-Control': 'public, max-age=300' } })
    }
    const png = await store.get(current, draw)
    if (!png) return new Response('Busy', { status: 503, headers: { 'Retry-After': '2', 'Cache-Control': 'no-store' } })
    return new Response(new Uint8Array(png), {
      headers: {
        'Content-Type': 'image/png',
        'Content-Length': String(png.length),
        'Cache-Control': FOR_EVER,
        // Share pictures are embedded by other sites.
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    })
  }

  return pictures
}
