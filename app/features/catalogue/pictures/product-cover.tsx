import { classNames } from '#app/ui/class-names.ts'
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

/** A product's picture with a ratio of 2:1. Decorative, because the name stands beside it. */
export const ProductCover = ({ slug, categorySlug, imageUrl, eager = false, className }: ProductCoverProps) => (
  <img
    srcSet={imageUrl ? pictureSources(imageUrl) : undefined}
    sizes="(min-width: 64rem) 24rem, 100vw"
    src={imageUrl?.startsWith('/') ? imageUrl : coverAddress(slug, categorySlug)}
    alt=""
    width={640}
    height={320}
    loading={eager ? undefined : 'lazy'}
    className={classNames('block aspect-[2/1] w-full bg-sunken object-cover', className)}
  />
)
