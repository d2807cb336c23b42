import Check from 'lucide-react/icons/check'
import { durationText, type Product } from '#app/features/catalogue/catalogue.ts'
import { ProductCover } from '#app/features/catalogue/pictures/product-cover.tsx'
import { ProductSection } from '#app/features/catalogue/product-section.tsx'
import { RichTextBlock } from '#app/features/catalogue/rich-text.tsx'
import { WorkshopSections } from '#app/features/catalogue/workshop-program.tsx'
import { priceOf, type SeatTerms } from '#app/features/pricing/pricing.ts'
import { cheaperSeats } from '#app/features/pricing/seats.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { classNames } from '#app/kit/ui/class-names.ts'
import { Prose } from '#app/kit/ui/prose.tsx'
import { seatTermsOf } from './first-choice.ts'
import type { ProductParts } from './load-product.server.ts'
import { ComingGuides, ReportSample } from './report-sample.tsx'
import { tableSeats } from './seat-stops.ts'

type ProductContentsProps = Pick<ProductParts, 'report' | 'guides' | 'workshop'> & {
  product: Product
  hasReviews: boolean
  vatText: string
}

/** What a product is, what a buyer gets and what it costs. */
export default function ProductContents({
  product,
  report,
  guides,
  workshop,
  hasReviews,
  vatText,
}: ProductContentsProps) {
  return (
    <>
      {report && (
        <ProductSection id="resultado" title="Así se ve tu resultado" first>
          <ReportSample slug={product.slug} {...report} />
        </ProductSection>
      )}
      {/* A drawn cover is a small sample of the result: nothing is left to show beside the whole one. */}
      {(!report || product.image_url) && (
        <ProductCover
          slug={product.slug}
          categorySlug={product.category.slug}
          imageUrl={product.image_url}
          eager={!report}
          // A drawing shows all of itself in any ratio.
          className={classNames(
            'rounded-lg sm:aspect-[3/1] print:hidden',
            report && 'mt-6',
            !product.image_url && 'object-fill',
          )}
        />
      )}
      <Facts product={product} />
      <Contents {...{ product, guides, workshop, hasReviews }} />
      <ProductSection id="de-que-se-trata" title={product.type === 'workshop' ? 'De qué se trata' : 'Qué evalúa'}>
        <Prose>
          <RichTextBlock text={product.description_long} />
        </Prose>
      </ProductSection>
      <ProductSection id="que-obtienes" title="Qué obtienes">
        <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          {product.outcomes.map(outcome => (
            <li key={outcome} className="flex gap-3 border-t border-line pt-3">
              <Check aria-hidden="true" className="mt-1 size-[1.125rem] flex-none text-copper" />
              <span>{outcome}</span>
            </li>
          ))}
        </ul>
      </ProductSection>
      {guides.length > 0 && (
        <ProductSection id="guias" title="Guías que acompañan el resultado">
          <ComingGuides guides={guides} />
        </ProductSection>
      )}
      {workshop && <WorkshopSections workshop={workshop} lessons={workshop.lessons} />}
      {product.allow_business && (
        <ProductSection id="precios" title="Precios por cantidad de personas">
          <PriceTable basePriceClp={product.base_price_clp} terms={seatTermsOf(product)} vatText={vatText} />
          <p className="mt-3 text-sm text-muted">{`Pesos chilenos, ${vatText}.`}</p>
        </ProductSection>
      )}
    </>
  )
}

const LINK = 'text-copper underline decoration-copper/40 underline-offset-4 hover:decoration-current'

/** Links to each part of a long page. */
function Contents({ product, guides, workshop, hasReviews }: Omit<ProductContentsProps, 'report' | 'vatText'>) {
  const parts = [
    { id: 'que-obtienes', label: 'Qué obtienes', here: true },
    { id: 'guias', label: 'Guías', here: guides.length > 0 },
    { id: 'programa', label: 'Programa', here: workshop !== null },
    { id: 'precios', label: 'Precios', here: product.allow_business },
    { id: 'opiniones', label: 'Opiniones', here: hasReviews },
    { id: 'preguntas', label: 'Preguntas frecuentes', here: true },
  ]
  return (
    <nav aria-label="En esta página" className="mt-6 print:hidden">
      <ul className="flex flex-wrap gap-x-5 text-md">
        {parts
          .filter(part => part.here)
          .map(part => (
            <li key={part.id}>
              <a href={`#${part.id}`} className={`${LINK} inline-flex min-h-9 items-center pointer-coarse:min-h-11`}>
                {part.label}
              </a>
            </li>
          ))}
      </ul>
    </nav>
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

type PriceTableProps = { basePriceClp: Pesos; terms: SeatTerms; vatText: string }

/** Prices for common group sizes; works without scripts. */
const PriceTable = ({ basePriceClp, terms, vatText }: PriceTableProps) => (
  <table className="w-full max-w-2xl text-md tabular-nums">
    <caption className="sr-only">{`Precios por cantidad de personas, en pesos, ${vatText}`}</caption>
    <thead>
      <tr className="text-sm text-muted">
        <th scope="col" className="py-2 text-left font-normal">
          Personas
        </th>
        <th scope="col" className="py-2 text-right font-normal">
          Total
        </th>
        <th scope="col" className="py-2 text-right font-normal">
          Por persona
        </th>
      </tr>
    </thead>
    <tbody>
      {tableSeats(terms.minSeats, terms.maxSeats).map(seats => {
        const { totalClp } = priceOf({ basePriceClp, mode: 'business', seats })
        const cheaper = cheaperSeats(basePriceClp, seats, terms.maxSeats)
        return (
          <tr key={seats} className="border-t border-line align-top">
            <th scope="row" className="py-2 text-left font-normal">
              {formatInteger(seats)}
            </th>
            <td className="py-2 text-right font-medium">
              <span>{formatPesos(totalClp)}</span>
              {cheaper && (
                <span className="block text-sm font-normal text-copper">{`Con ${cheaper.seats} pagas menos`}</span>
              )}
            </td>
            <td className="py-2 text-right text-muted">{formatPesos(pesos(Math.round(totalClp / seats)))}</td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
