/** Raised when the pictures of shared links are drawn in another way: their addresses are kept for a year. */
const EDITION = 1

/** What the picture of a shared link shows of a product. */
export type SharedProduct = { slug: string; name: string; categorySlug: string; categoryName: string; price: string }

/** FNV-1a over the picture's content: another content has another address. */
function pictureVersion(product: SharedProduct | undefined): string {
  let state = 0x811c9dc5
  const text = JSON.stringify([EDITION, product])
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  return (state >>> 0).toString(36)
}

/** Address of the picture that a link to a product shows, or to the shop itself. */
export const sharePicturePath = (product?: SharedProduct): string =>
  product
    ? `/share/${pictureVersion(product)}/product/${product.slug}.png`
    : `/share/${pictureVersion(undefined)}/shop.png`
