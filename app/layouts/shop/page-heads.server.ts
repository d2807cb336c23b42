import { type AssessmentCard, type Product, type ProductPage, productPath } from '#app/features/catalogue/catalogue.ts'
import { countActiveFilters, type Filters, NO_FILTERS, serializeFilters } from '#app/features/catalogue/filters.ts'
import { sharePicturePath } from '#app/features/catalogue/pictures/picture-address.ts'
import { sharedProduct } from '#app/features/catalogue/shared-product.ts'
import { rounded } from '#app/kernel/rounding.ts'
import type { LinkedData, PageHead } from '#app/platform/http/page-head.server.ts'
import { shop } from '#app/platform/mail/shop.ts'

const SHOP_PICTURE = { path: sharePicturePath(), alt: 'Alhena: mide dónde estás, decide qué sigue' }

/**
 * The canonical address of a list: filters and searches are for visitors, a category and its pages for search engines
 * too.
 */
function canonicalList(path: '/' | '/assessments', filters: Filters): string | undefined {
  const { categories, page } = filters
  const narrowed = filters.search !== '' || countActiveFilters({ ...filters, categories: [] }) > 0
  if (narrowed || categories.length > 1) return undefined
  if (path === '/' && categories.length === 0 && page === 1) return '/'
  return `/assessments${serializeFilters({ ...NO_FILTERS, categories, page })}`
}

const organization = (appUrl: string): LinkedData => ({
  '@type': 'Organization',
  '@id': `${appUrl}/#organization`,
  name: shop().nombre_plataforma,
  legalName: shop().razon_social,
  taxID: shop().rut_empresa,
  url: `${appUrl}/`,
  logo: `${appUrl}/icon-512.png`,
  email: shop().correo_soporte,
  address: { '@type': 'PostalAddress', streetAddress: shop().direccion, addressCountry: 'CL' },
})

const webSite = (appUrl: string): LinkedData => ({
  '@type': 'WebSite',
  '@id': `${appUrl}/#website`,
  name: shop().nombre_plataforma,
  url: `${appUrl}/`,
  inLanguage: 'es-CL',
  publisher: { '@id': `${appUrl}/#organization` },
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${appUrl}/assessments?search={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
})

/** The path from the home page; the last step is the page itself. */
const breadcrumbs = (appUrl: string, steps: readonly { name: string; path: string }[]): LinkedData => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Inicio', path: '/' }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: appUrl + path,
  })),
})

const itemList = (appUrl: string, cards: readonly AssessmentCard[]): LinkedData => ({
  '@type': 'ItemList',
  itemListElement: cards.map((card, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    url: appUrl + productPath(card.slug),
  })),
})

const pageSuffix = (page: number): string => (page > 1 ? ` (página ${page})` : '')

/** @param appUrl the shop's origin. */
export const homeHead = (
  appUrl: string,
  filters: Filters,
  texts: { home_title: string; home_description: string },
): PageHead => ({
  title: `${texts.home_title} · Alhena`,
  description: texts.home_description + pageSuffix(filters.page),
  canonical: canonicalList('/', filters),
  picture: SHOP_PICTURE,
  linkedData: [organization(appUrl), webSite(appUrl)],
})

type ListSeo = { seo_title: string; seo_description: string }

/** @param heading the list's title on the page. @param seo an administrator's texts for the list's only category. */
export function listHead(
  appUrl: string,
  heading: string,
  filters: Filters,
  list: ProductPage,
  seo: ListSeo | undefined,
): PageHead {
  const canonical = canonicalList('/assessments', filters)
  const subject = filters.categories.length === 1 ? `de ${heading}` : 'para personas y organizaciones'
  return {
    title: `${seo?.seo_title || heading}${pageSuffix(filters.page)} · Alhena`,
    description: `${seo?.seo_description || `Assessments y talleres ${subject}, en español y con precios en pesos chilenos: compara duración, alcance y valor, y compra en línea para ti o tu equipo.`}${pageSuffix(filters.page)}`,
    canonical,
    picture: SHOP_PICTURE,
    linkedData:
      canonical === undefined
        ? []
        : [breadcrumbs(appUrl, [{ name: heading, path: canonical }]), itemList(appUrl, list.cards)],
  }
}

/** A product's metadata, with its rating once published (Specification 1, section 2). */
export function productHead(appUrl: string, product: Product): PageHead {
  const path = productPath(product.slug)
  const { category, rating } = product
  const picture = { path: sharePicturePath(sharedProduct(product)), alt: `${product.name}, en Alhena` }
  const ownPicture = product.image_url?.startsWith('/') ? [appUrl + product.image_url] : []
  return {
    title: `${product.seo_title || product.name} · Alhena`,
    description: product.seo_description || product.description_short,
    canonical: path,
    picture,
    linkedData: [
      {
        '@type': 'Product',
        '@id': `${appUrl}${path}#product`,
        name: product.name,
        description: product.description_short,
        sku: product.slug,
        category: category.name,
        image: [...ownPicture, appUrl + picture.path],
        brand: { '@type': 'Brand', name: shop().nombre_plataforma },
        offers: {
          '@type': 'Offer',
          url: appUrl + path,
          price: product.least_price_clp,
          priceCurrency: 'CLP',
          // The price is that of the smallest group where one person alone can't buy.
          ...(product.min_seats > 1 && {
            eligibleQuantity: { '@type': 'QuantitativeValue', minValue: product.min_seats, unitText: 'personas' },
          }),
          availability: 'https://schema.org/InStock',
          itemCondition: 'https://schema.org/NewCondition',
          seller: { '@type': 'Organization', '@id': `${appUrl}/#organization`, name: shop().razon_social },
        },
        ...(rating && {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: rounded(rating.mean, 1),
            ratingCount: rating.count,
            bestRating: 5,
            worstRating: 1,
          },
        }),
      },
      breadcrumbs(appUrl, [
        { name: category.name, path: `/assessments?category=${category.slug}` },
        { name: product.name, path },
      ]),
    ],
  }
}

/** A text page such as a legal text. */
export const textHead = (appUrl: string, page: { title: string; description: string; path: string }): PageHead => ({
  title: `${page.title} · Alhena`,
  description: page.description,
  canonical: page.path,
  picture: SHOP_PICTURE,
  linkedData: [breadcrumbs(appUrl, [{ name: page.title, path: page.path }])],
})
