import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import {
  type ListedAddress,
  listAddresses,
  listCategoryAddresses,
} from '#app/features/catalogue/addresses.db.server.ts'
import { productPath } from '#app/features/catalogue/catalogue.ts'
import type { Services } from '#app/platform/services/services.server.ts'

/** Products read at a time: the map of a large catalogue costs no more memory than that of a small one. */
const PRODUCTS_AT_ONCE = 500
/** Addresses that one sitemap may hold are 50,000; the rest of the shop's take a few. */
const MOST_PRODUCTS = 49_000

const LEGAL = ['condiciones', 'privacidad', 'cookies'] as const

const KEEP = 'public, max-age=3600, s-maxage=3600'

/** What crawlers ask for: which addresses there are, and which are nobody's to list. */
export function createCrawlerFiles({ db, settings }: Pick<Services, 'db' | 'settings'>) {
  const { appUrl } = settings
  const files = new Hono()

  files.get('/robots.txt', c => {
    c.header('Cache-Control', KEEP)
    // Private pages say 'noindex' themselves, which is read only where it may be fetched; these are no pages.
    return c.text(
      `User-agent: *\nDisallow: /session\nDisallow: /respond/\nDisallow: /demo/\n\nSitemap: ${appUrl}/sitemap.xml\n`,
    )
  })

  files.get('/sitemap.xml', async c => {
    const categories = await listCategoryAddresses(db)
    // The first read happens before the answer begins: a database that is away is an error, not half a map.
    let products = await listAddresses(db, undefined, PRODUCTS_AT_ONCE)
    c.header('Content-Type', 'application/xml; charset=utf-8')
    c.header('Cache-Control', KEEP)
    return stream(c, async out => {
      await out.write('<?xml version="1.0" encoding="UTF-8"?>\n')
      await out.write('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n')
      await out.write(entry(`${appUrl}/`) + entry(`${appUrl}/assessments`))
      for (const { slug, updated_at } of categories) {
        await out.write(entry(`${appUrl}/assessments?category=${slug}`, updated_at))
      }
      let written = 0
      while (products.length > 0 && written < MOST_PRODUCTS) {
        await out.write(products.map(product => entry(appUrl + productPath(product.slug), product.updated_at)).join(''))
        written += products.length
        products =
          products.length < PRODUCTS_AT_ONCE ? [] : await listAddresses(db, products.at(-1)?.slug, PRODUCTS_AT_ONCE)
      }
      await out.write(LEGAL.map(name => entry(`${appUrl}/legal/${name}`)).join(''))
      await out.write('</urlset>\n')
    })
  })

  return files
}

/** Slugs hold letters, digits and hyphens, and the origin is the operator's: nothing here needs escaping. */
const entry = (address: string, changed?: ListedAddress['updated_at']): string =>
  `<url><loc>${address}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>\n`
