const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

const plain = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, entity => ENTITIES[entity] ?? entity)

/**
 * The metadata of a served page: its title, its tags by name or property, its canonical address and its linked data.
 */
export function headOf(html: string) {
  const head = html.slice(0, html.indexOf('</head>'))
  const tags = [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)]
  const contentsOf = (name: string) =>
    tags.filter(([, found]) => found === name).map(([, , content]) => plain(content ?? ''))
  const scripts = [...head.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)]
  const data: Record<string, unknown>[] = scripts.map(([, json]) => JSON.parse(json ?? ''))
  return {
    title: plain(/<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ''),
    canonicals: [...head.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => plain(href ?? '')),
    contentsOf,
    /** The linked data of a type; undefined when the page has none. */
    dataOf: (type: string) => data.find(found => found['@type'] === type),
  }
}

/** The internal addresses that a page links to. */
export const linksOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/<a\b[^>]*\bhref="(\/[^"#]*)/g)].map(([, href]) => plain(href ?? ''))),
]
