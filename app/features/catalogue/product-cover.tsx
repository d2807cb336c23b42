import { memo } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { COVER_HEIGHT, COVER_WIDTH, coverArt } from './cover.ts'

type ProductCoverProps = {
  slug: string
  categorySlug: string
  /** An administrator's own image; without one the cover is drawn. */
  imageUrl: string | null
  className?: string | undefined
}

/** A product's picture in its fixed proportion of 2:1. Decorative: the name stands beside it. */
export const ProductCover = memo(function ProductCover({ slug, categorySlug, imageUrl, className }: ProductCoverProps) {
  const look = classNames('block aspect-[2/1] w-full', className)
  if (imageUrl !== null) {
    return (
      <img src={imageUrl} alt="" width={640} height={320} loading="lazy" className={`${look} bg-sunken object-cover`} />
    )
  }
  const { hue, soft, mid, full, strokes } = coverArt(slug, categorySlug)
  return (
    <svg
      viewBox={`0 0 ${COVER_WIDTH} ${COVER_HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={look}
      {...(strokes
        ? { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round' }
        : { fill: 'currentColor', fillRule: 'evenodd' })}
      // Mixed with ink and surface, one hue serves the light and the dark theme.
      style={{
        color: `color-mix(in oklab, ${hue} 86%, var(--color-ink))`,
        backgroundColor: `color-mix(in oklab, ${hue} 10%, var(--color-surface))`,
      }}
    >
      <path d={soft} opacity={0.18} strokeWidth={strokes?.[0]} />
      <path d={mid} opacity={0.42} strokeWidth={strokes?.[1]} />
      <path d={full} strokeWidth={strokes?.[2]} />
    </svg>
  )
})
