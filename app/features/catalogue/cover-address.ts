/** Raised when covers are drawn in another way: their addresses are kept for a year. */
export const COVER_EDITION = '1'

/** Where the drawn cover of a product is. */
export const coverAddress = (slug: string, categorySlug: string): string =>
  `/covers/${COVER_EDITION}/${categorySlug}/${slug}.svg`
