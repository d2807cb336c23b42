/** One kind of body that a route reads: its fixed fields, and the names of those that a person fills in. */
type Form = {
  fixed?: Record<string, string>
  typed?: readonly string[]
  /** Fields whose text is JSON, each with a valid value. */
  json?: Record<string, unknown>
}

/** The input of a route. Whatever it reads must be listed here to be fuzzed. */
export type RouteInput = {
  /** Meaningful values for each `:name` of the address. */
  params?: Record<string, readonly string[]>
  query?: readonly string[]
  forms?: readonly Form[]
  /** A JSON request body, for routes that read one. */
  json?: Record<string, unknown>
}

/** An id that does not exist. */
export const ID = '00000000-0000-4000-8000-00000000000a'
