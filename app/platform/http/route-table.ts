/** What the HTTP entry does before a route runs; declared beside the route's address in app/routes.ts. */
export type RouteRules = {
  /**
   * The page is the same for everybody and is cached in memory, per value of the query parameters that it reads.
   * `unless`: with one of these parameters it is somebody's own, and is not cached.
   */
  cache?: { parameters: readonly string[]; share: 'pages' | 'suggestions'; unless?: readonly string[] }
  /** A form with a file, whose body may be larger than other forms'. */
  upload?: 'people' | 'photo' | 'logo' | 'statement' | 'document' | 'report' | 'questionnaire'
  /** A form with texts of several thousand characters: its body may be larger than other visitors' (`body-size.server.ts`). */
  texts?: true
  /** What is limited in addition to all requests of an address: guessable codes, and requests of an API key. */
  limit?: 'lookup' | 'api-key'
  /** The page has a form that posts to a payment gateway. */
  bankForm?: true
  /** The address holds a token or an id, so it is neither sent as a referrer nor followed by search engines. */
  secretAddress?: true
}

/** An entry of the table, as React Router's configuration reads it, with our rules beside. */
export type RouteEntry = {
  file: string
  path?: string
  index?: boolean
  id?: string
  children?: RouteEntry[]
  rules?: RouteRules
}

type Options = RouteRules & { id?: string }

/** @param options an id of its own where a file serves two addresses, and rules of the HTTP entry. */
export const route = (path: string, file: string, { id, ...rules }: Options = {}): RouteEntry => ({
  path,
  file,
  rules,
  ...(id !== undefined && { id }),
})

export const index = (file: string, rules: RouteRules = {}): RouteEntry => ({ index: true, file, rules })

export const layout = (file: string, children: RouteEntry[]): RouteEntry => ({ file, children })
