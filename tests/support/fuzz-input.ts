/** One kind of body that a route reads: the fields that say what is asked, and the names of those that a person fills in. */
type Form = {
  fixed?: Record<string, string>
  typed?: readonly string[]
  /** Fields whose text is JSON, each with a value that the route takes. */
  json?: Record<string, unknown>
}

/** What a route can be sent. Whatever it reads belongs here, or it is never tried with anything wrong. */
export type RouteInput = {
  /** Values that mean something in the place of each `:name` of the address. */
  params?: Record<string, readonly string[]>
  query?: readonly string[]
  forms?: readonly Form[]
  /** A request's body of JSON, for routes that read that. */
  json?: Record<string, unknown>
}

/** An id that nothing has. */
export const ID = '00000000-0000-4000-8000-00000000000a'
