const SIZES = { wide: 1280, card: 640 } as const

/** Address of an uploaded picture in its larger size (1280 by 640): what `image_url` holds. */
export const pictureAddress = (id: string): string => `/pictures/${id}-${SIZES.wide}.webp`

/** `srcset` of the smaller (640 by 320) and larger size; undefined for a picture that was not uploaded here. */
export const pictureSources = (address: string): string | undefined =>
  address.startsWith('/pictures/') ? `${address.replace('-1280.', '-640.')} 640w, ${address} 1280w` : undefined

/** Parses a picture's address; undefined where it is none. */
export function readPictureName(name: string): { id: string; size: 'wide' | 'card' } | undefined {
  const [, id, width] = /^([0-9a-f]{32})-(1280|640)\.webp$/.exec(name) ?? []
  return id === undefined ? undefined : { id, size: width === '1280' ? 'wide' : 'card' }
}

/** Increase it when covers are drawn differently: browsers keep them for a day. */
export const COVER_EDITION = '5'

/**
 * The address of a product's drawn cover. Slugs are words, and content blockers refuse pictures for some of them ('data-analytics'), so they
 * stand there in base64url.
 */
export function coverAddress(slug: string, categorySlug: string): string {
  const words = btoa(encodeURIComponent(`${categorySlug}/${slug}`.toWellFormed()))
  return `/covers/${COVER_EDITION}/${words.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.svg`
}

/** The slugs in a cover's address; undefined where it names none. */
export function readCoverName(name: string): { slug: string; category: string } | undefined {
  const [, words] = /^([\w-]{1,600})\.svg$/.exec(name) ?? []
  try {
    const [category, slug, ...more] = decodeURIComponent(
      atob((words ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    ).split('/')
    return slug === undefined || category === undefined || more.length > 0 ? undefined : { slug, category }
  } catch {
    // No base64url, or no text in it.
    return undefined
  }
}

/** Increase it when share pictures are drawn differently: their addresses are cached for a year. */
const EDITION = 1

/** What the share picture of a product shows. */
export type SharedProduct = { slug: string; name: string; categorySlug: string; categoryName: string; price: string }

/** FNV-1a over the picture's content: other content has another address. */
function pictureVersion(product: SharedProduct | undefined): string {
  let state = 0x811c9dc5
  const text = JSON.stringify([EDITION, product])
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  return (state >>> 0).toString(36)
}

/** Address of the share picture of a product, or of the shop itself. */
export const sharePicturePath = (product?: SharedProduct): string =>
  product
    ? `/share/${pictureVersion(product)}/product/${product.slug}.png`
    : `/share/${pictureVersion(undefined)}/shop.png`
