import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { type ListedAddress, listAddresses, listCategoryAddresses } from '#app/features/catalogue/addresses.server.ts'
import { productPath } from '#app/features/catalogue/catalogue.ts'
import type { ReadReplica } from '#app/platform/database/read-replica.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { LEGAL_PAGES } from '#app/platform/legal/legal-pages.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { createPageCache, sendPage, toPage } from './page-cache.ts'

/** Products per query, so that no query on a large catalogue takes long. */
const PRODUCTS_AT_ONCE = 500
/** A sitemap may contain 50,000 addresses; the other pages need a few. */
const MAX_PRODUCTS = 49_000

const CACHE_CONTROL = 'public, max-age=3600, s-maxage=3600'
const MAP_HEADERS = [
  ['Content-Type', 'application/xml; charset=utf-8'],
  ['Cache-Control', CACHE_CONTROL],
] as const

type Options = {
  services: Pick<Services, 'db' | 'settings'>
  replica: Pick<ReadReplica, 'current'> | undefined
  /** Subscribes to changes of what public pages show. */
  onPublicChange: (listener: () => void) => void
}

/** robots.txt and the sitemap. */
export function createCrawlerFiles({ services: { db, settings }, replica, onPublicChange }: Options) {
  const { appUrl } = settings
  const files = new Hono()
  const cache = createPageCache()
  onPublicChange(() => cache.forget())

  files.get('/robots.txt', c => {
    c.header('Cache-Control', CACHE_CONTROL)
    // Private pages send 'noindex' themselves, which crawlers only see if they may fetch them; these are not pages.
    return c.text(
      `User-agent: *\nDisallow: /session\nDisallow: /respond/\nDisallow: /demo/\n\nSitemap: ${appUrl}/sitemap.xml\n`,
    )
  })

  const read = async () => {
    const reads = replica?.current()
    return (reads && (await mapOf(reads, appUrl).catch(() => undefined))) ?? mapOf(db, appUrl)
  }
  const map = async () => toPage(Buffer.from(await read()), MAP_HEADERS, Date.now())
  files.get('/sitemap.xml', async c => {
    const page = cache.get(c.req.path, map) ?? (await cache.refresh(c.req.path, map)) ?? (await map())
    return sendPage(page, c.req.raw)
  })

  return files
}

async function mapOf(db: Kysely<DB>, appUrl: string): Promise<string> {
  const entries = [entry(`${appUrl}/`), entry(`${appUrl}/assessments`)]
  for (const { slug, updated_at } of await listCategoryAddresses(db)) {
    entries.push(entry(`${appUrl}/assessments?category=${slug}`, updated_at))
  }
  let after: string | undefined
  for (let written = 0; written < MAX_PRODUCTS; written += PRODUCTS_AT_ONCE) {
    const products = await listAddresses(db, after, PRODUCTS_AT_ONCE)
    for (const { slug, updated_at } of products) entries.push(entry(appUrl + productPath(slug), updated_at))
    if (products.length < PRODUCTS_AT_ONCE) break
    after = products.at(-1)?.slug
  }
  entries.push(...Object.values(LEGAL_PAGES).map(name => entry(`${appUrl}/legal/${name}`)))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`
}

/** Slugs consist of letters, digits and hyphens, and the origin is the operator's: nothing needs escaping. */
const entry = (address: string, changed?: ListedAddress['updated_at']): string =>
  `<url><loc>${address}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>\n`
