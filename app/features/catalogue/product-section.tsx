import type { Blocks } from '#app/kit/ui/blocks.ts'

type ProductSectionProps = {
  /** Its anchor. */
  id: string
  title: string
  children: Blocks
}

/** A titled part of a product's page. */
export const ProductSection = ({ id, title, children }: ProductSectionProps) => (
  <section id={id} aria-labelledby={`${id}-titulo`} className="mt-12 break-inside-avoid-page">
    <h2 id={`${id}-titulo`} className="mb-4 text-xl">
      {title}
    </h2>
    {children}
  </section>
)
