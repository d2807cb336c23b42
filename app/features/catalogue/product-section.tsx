import type { Blocks } from '#app/kit/ui/blocks.ts'

type ProductSectionProps = {
  /** Its anchor. */
  id: string
  title: string
  /** Nothing stands above it in its column. */
  first?: boolean | undefined
  children: Blocks
}

/** A titled part of a product's page. */
export const ProductSection = ({ id, title, first = false, children }: ProductSectionProps) => (
  <section id={id} aria-labelledby={`${id}-titulo`} className={`break-inside-avoid-page ${first ? '' : 'mt-12'}`}>
    <h2 id={`${id}-titulo`} className="mb-4 text-xl">
      {title}
    </h2>
    {children}
  </section>
)
