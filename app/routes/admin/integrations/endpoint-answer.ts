/** The typed values of an endpoint's form. */
export type EndpointValues = { url: string; description: string; events: readonly string[] }

/** The answer to a form on an endpoint's page. */
export type EndpointAnswer = {
  intent: string
  done: boolean
  text: string
  errors: Record<string, string>
  values?: EndpointValues
  /** Shown only once. */
  secret?: string
}
