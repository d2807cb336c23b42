import Check from 'lucide-react/icons/check'
import {
  type AssessmentCard,
  DAMA_SLUG,
  durationText,
  type Product,
  TYPE_LABELS,
} from '#app/features/catalogue/catalogue.ts'
import { ProductCover } from '#app/features/catalogue/product-cover.tsx'
import { RichTextBlock } from '#app/features/catalogue/rich-text-block.tsx'
import type { WorkshopProgram } from '#app/features/catalogue/workshops.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Prose } from '#app/ui/prose.tsx'
import { PAGE_WIDTH } from './page-width.ts'
import { PriceCalculator } from './price-calculator.tsx'
import { ProductQuestions } from './product-questions.tsx'
import { ProductSection } from './product-section.tsx'
import { ReportSample } from './report-sample.tsx'
import { renderStoreCard } from './store-card.tsx'
import { WorkshopSections } from './workshop-program.tsx'

type ProductViewProps = {
  product: Product
  related: AssessmentCard[]
  report: { areas: string[]; levels: string[] } | null
  workshop: WorkshopProgram | null
}

/** A product's page: what it is, for whom, what it brings, how long it takes and what it costs (design/brand.md, "Layout"). */
export function ProductView({ product, related, report, workshop }: ProductViewProps) {
  const { category } = product
  return (
    <div className={`${PAGE_WIDTH} pt-6`}>
      <Breadcrumbs
        items={[
          { label: 'Inicio', to: '/' },
          { label: category.name, to: `/assessments?category=${category.slug}` },
        ]}
      />
      <div className="mt-6 grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <header className="min-w-0 lg:col-start-1">
          <p className="text-md text-muted">
            {TYPE_LABELS[product.type]} · {category.name}
          </p>
          <h1 className="mt-2 text-3xl text-balance sm:text-4xl">{product.name}</h1>
          <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{product.description_short}</p>
          {product.slug === DAMA_SLUG && (
            <ButtonLink to="/dama-assessment" variant="secondary" className="mt-5">
              Responder con mi código
            </ButtonLink>
          )}
        </header>
        <div className="min-w-0 lg:sticky lg:top-22 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <PriceCalculator key={product.id} product={product} />
        </div>
        <div className="min-w-0 lg:col-start-1">
          <ProductCover
            slug={product.slug}
            categorySlug={category.slug}
            imageUrl={product.image_url}
            eager
            className="rounded-lg sm:aspect-[3/1]"
          />
          <Facts product={product} />
          <ProductSection title={product.type === 'workshop' ? 'De qué se trata' : 'Qué evalúa'}>
            <Prose>
              <RichTextBlock text={product.description_long} />
            </Prose>
          </ProductSection>
          <ProductSection title="Qué obtienes">
            <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
              {product.outcomes.map(outcome => (
                <li key={outcome} className="flex gap-3 border-t border-line pt-3">
                  <Check aria-hidden="true" className="mt-1 size-[1.125rem] flex-none text-copper" />
                  {outcome}
                </li>
              ))}
            </ul>
          </ProductSection>
          {report && (
            <ProductSection title="Así se ve tu resultado">
              <ReportSample {...report} />
            </ProductSection>
          )}
          {workshop && <WorkshopSections workshop={workshop} />}
          <ProductQuestions type={product.type} />
        </div>
      </div>
      {related.length > 0 && (
        <section aria-labelledby="relacionados" className="mt-16 border-t border-line pt-10">
          <h2 id="relacionados" className="mb-5 text-xl">
            También en {category.name}
          </h2>
          <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">{related.map(card => renderStoreCard(card, 3))}</ul>
        </section>
      )}
    </div>
  )
}

function Facts({ product }: { product: Product }) {
  const facts = [
    { term: 'Duración', value: durationText(product) },
    { term: 'Formato', value: product.format },
    { term: 'Para quién', value: product.audience },
  ]
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-[auto_auto_minmax(0,1fr)]">
      {facts.map(fact => (
        <div key={fact.term} className="min-w-0 border-t-2 border-ink pt-2.5 max-sm:last:col-span-2">
          <dt className="text-sm text-muted">{fact.term}</dt>
          <dd className="mt-0.5 tabular-nums">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
