import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { findProduct, findReportOutline } from '#app/features/catalogue/catalogue.server.ts'
import { isProductKey } from '#app/features/catalogue/catalogue.ts'
import { type CoverSample, coverPicture } from '#app/features/catalogue/pictures/cover.ts'
import {
  COVER_EDITION,
  readCoverName,
  readPictureName,
  sharePicturePath,
} from '#app/features/catalogue/pictures/picture-address.ts'
import { findPicture } from '#app/features/catalogue/pictures/pictures.server.ts'
import { type Lettering, productDrawing, shopDrawing } from '#app/features/catalogue/pictures/share-drawing.ts'
import { sharedProduct } from '#app/features/catalogue/shared-product.ts'
import { findProductProgram } from '#app/features/catalogue/workshop-content.server.ts'
import { chartNames } from '#app/features/results/radar.ts'
import { ok } from '#app/kernel/result.ts'
import { createSemaphore } from '#app/platform/jobs/semaphore.ts'
import type { FileLocation } from '#app/platform/objects/file-columns.ts'
import { readFile } from '#app/platform/objects/read-file.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'
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

/** Of the pictures from the object store that are kept in memory. */
const MAX_FETCHED_BYTES = 16 * 1024 ** 2

/** The address determines the whole picture. */
const FOR_EVER = 'public, max-age=31536000, immutable'
/** A published questionnaire may change the areas that a cover shows. */
const FOR_A_DAY = 'public, max-age=86400'
const NOT_STORED = { 'Cache-Control': 'no-store' }
/** An SVG opened on its own is a document: it may style itself and nothing else. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

async function readSample(db: Services['db'], slug: string): Promise<CoverSample | undefined> {
  const product = await findProduct(db, slug)
  if (!product) return undefined
  if (product.questionnaire_id) {
    const outline = await findReportOutline(db, product.questionnaire_id, product.questionnaire_version)
    if (!outline) return undefined
    const areas = chartNames(outline.areas.map(title => ({ title })))
    return { kind: 'result', ...outline, areas, forTeams: product.allow_business }
  }
  const program = product.type === 'workshop' ? await findProductProgram(db, product.id) : undefined
  if (!program) return undefined
  const { agenda, preparation, materials, lessons } = program
  return {
    kind: 'program',
    blocks: agenda,
    preparations: preparation.length,
    materials: materials.length + lessons.length,
  }
}

/** The shop's pictures: covers of products, drawn or uploaded, and share pictures. */
export function createPictures({ db, objects, log }: Pick<Services, 'db' | 'objects' | 'log'>) {
  const store = createPictureStore()
  const pictures = new Hono()
  const samples = new LRUCache<string, { sample: CoverSample | undefined }>({ max: MAX_CACHED, ttl: 5 * 60_000 })

  /** What the cover of a product shows; undefined of one without a questionnaire or a program, or without a page. */
  async function sampleOf(slug: string): Promise<CoverSample | undefined> {
    const known = samples.get(slug)
    if (known) return known.sample
    const sample = await readSample(db, slug)
    samples.set(slug, { sample })
    return sample
  }

  // Each would cost a request to the store; what an address shows never changes.
  const fetched = new LRUCache<string, Buffer>({ maxSize: MAX_FETCHED_BYTES, sizeCalculation: ({ length }) => length })

  async function readPicture(location: FileLocation): ReturnType<typeof readFile> {
    const known = 'key' in location && fetched.get(location.key)
    if (known) return ok(known)
    const read = await readFile({ objects, log }, location)
    if ('key' in location && read.ok) fetched.set(location.key, read.value)
    return read
  }

  pictures.get(`/covers/${COVER_EDITION}/:name`, async c => {
    const named = readCoverName(c.req.param('name'))
    if (!named || !isProductKey(named.slug) || !isProductKey(named.category)) return c.text('No existe', 404)
    const { slug, category } = named
    c.header('Content-Type', 'image/svg+xml; charset=utf-8')
    c.header('Cache-Control', FOR_A_DAY)
    c.header('Content-Security-Policy', SVG_POLICY)
    return c.body(coverPicture(slug, category, await sampleOf(slug)))
  })

  pictures.get('/pictures/:name', async c => {
    const named = readPictureName(c.req.param('name'))
    const location = named && (await findPicture(db, named.id, named.size))
    if (!location) return c.text('No existe', 404)
    const picture = await readPicture(location)
    if (!picture.ok) {
      return picture.error.code === 'lost'
        ? c.text('No existe', 404, NOT_STORED)
        : c.text('No disponible por ahora', 503, { ...NOT_STORED, 'Retry-After': '30' })
    }
    return new Response(new Uint8Array(picture.value), {
      headers: {
        'Content-Type': 'image/webp',
        'Content-Length': String(picture.value.length),
        'Cache-Control': FOR_EVER,
      },
    })
  })

  pictures.get('/share/:version/shop.png', c => send(c.req.path, sharePicturePath(), shopDrawing))

  pictures.get('/share/:version/product/:picture{.+\\.png}', async c => {
    const slug = c.req.param('picture').slice(0, -'.png'.length)
    const product = isProductKey(slug) ? await findProduct(db, slug) : undefined
    if (product?.slug !== slug) return c.text('No existe', 404)
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
