import { Hono } from 'hono'
import { isProductKey } from '#app/features/catalogue/catalogue.ts'
import { COVER_EDITION } from '#app/features/catalogue/cover-address.ts'
import { coverPicture } from '#app/features/catalogue/cover-picture.ts'

/** An SVG opened on its own is a page: it may style itself and nothing else. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/** Pictures that the shop draws. Their addresses say everything that is in them, so they are kept for ever. */
export function createPictures() {
  const pictures = new Hono()

  pictures.get(`/covers/${COVER_EDITION}/:category/:picture{.+\\.svg}`, c => {
    const { category, picture } = c.req.param()
    const slug = picture.slice(0, -'.svg'.length)
    if (!isProductKey(slug) || !isProductKey(category)) return c.text('Not found', 404)
    c.header('Content-Type', 'image/svg+xml; charset=utf-8')
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('Content-Security-Policy', SVG_POLICY)
    return c.body(coverPicture(slug, category))
  })

  return pictures
}
