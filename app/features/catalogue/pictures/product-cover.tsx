import { classNames } from '#app/kit/ui/class-names.ts'
import { coverAddress, pictureSources } from './picture-address.ts'

type ProductCoverProps = {
  slug: string
  categorySlug: string
  /**
   * An administrator's own image, stored by this shop; without one the cover is drawn. No page of the shop loads from
   * other sites.
   */
  imageUrl: string | null
  /** On a page's first screen: fetched at once. */
  eager?: boolean | undefined
  className?: string | undefined
}

/** A product's picture; its class gives it a ratio of 2:1. Decorative, because the name stands beside it. */
export const ProductCover = ({ slug, categorySlug, imageUrl, eager = false, className }: ProductCoverProps) => (
  <img
    srcSet={imageUrl ? pictureSources(imageUrl) : undefined}
    sizes={imageUrl ? '(min-width: 64rem) 24rem, 100vw' : undefined}
    src={imageUrl?.startsWith('/') ? imageUrl : coverAddress(slug, categorySlug)}
    alt=""
    loading={eager ? undefined : 'lazy'}
    className={classNames('cover', className)}
  />
)
