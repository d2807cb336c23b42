import { createContext } from 'react-router'

/** Linked data about a page (schema.org); addresses in it are whole. */
export type LinkedData = { '@type': string; [property: string]: unknown }

/** What search engines and messengers read of a public page. */
export type PageHead = {
  title: string
  description: string
  /** The one address of this content, without the origin; undefined for a page that no search engine shall list. */
  canonical: string | undefined
  /** Path of the picture that a shared link shows, 1200 by 630, and what it shows. */
  picture: { path: string; alt: string }
  linkedData: readonly LinkedData[]
}

/**
 * Set by the loader of a public page. A response without one is private and gets `noindex`. The head is written outside
 * of React, because the browser's router does not need it and the scripts stay smaller.
 */
export const pageHeadContext = createContext<PageHead | null>(null)

/** The value of a response's `X-Robots-Tag`, if any. */
export function robotsOf(head: PageHead | null): string | undefined {
  if (head === null) return 'noindex'
  return head.canonical === undefined ? 'noindex, follow' : undefined
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const attribute = (text: string): string => text.replaceAll(/[&<>"]/g, sign => ESCAPES[sign] ?? '')

/** JSON that is safe inside a script element: `</script>` and line separators are escaped. */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The same on every page. */
const COMMON =
  '<link rel="preload" href="/fonts/instrument-sans-latin-wght-normal.woff2" as="font" type="font/woff2" crossorigin="anonymous"/>' +
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml"/><link rel="manifest" href="/manifest.webmanifest"/><link rel="apple-touch-icon" href="/apple-touch-icon.png"/>' +
  '<meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme: light)"/>' +
  '<meta name="theme-color" content="#0d1826" media="(prefers-color-scheme: dark)"/>'

/** The tags of a page's head, to stand before `</head>`; null for a private page. @param appUrl the shop's origin. */
export function headTags(head: PageHead | null, appUrl: string): string {
  const named = (name: string, content: string) => `<meta name="${name}" content="${attribute(content)}"/>`
  if (head === null) return COMMON + named('robots', 'noindex')
  const picture = appUrl + head.picture.path
  const graph = (property: string, content: string) =>
    `<meta property="og:${property}" content="${attribute(content)}"/>`
  return [
    COMMON,
    named('description', head.description),
    head.canonical === undefined
      ? named('robots', 'noindex, follow')
      : `<link rel="canonical" href="${attribute(appUrl + head.canonical)}"/>${graph('url', appUrl + head.canonical)}`,
    graph('type', 'website'),
    graph('site_name', 'Alhena'),
    graph('locale', 'es_CL'),
    graph('title', head.title),
    graph('description', head.description),
    graph('image', picture),
    graph('image:type', 'image/png'),
    graph('image:width', '1200'),
    graph('image:height', '630'),
    graph('image:alt', head.picture.alt),
    named('twitter:card', 'summary_large_image'),
    ...head.linkedData.map(
      data =>
        `<script type="application/ld+json">${scriptJson({ '@context': 'https://schema.org', ...data })}</script>`,
    ),
  ].join('')
}
