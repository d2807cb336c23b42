/** What was typed into an endpoint's form. */
export type EndpointValues = { url: string; description: string; events: readonly string[] }

/** What an endpoint's page says after one of its forms. */
export type EndpointAnswer = {
  intent: string
  done: boolean
  text: string
  errors: Record<string, string>
  values?: EndpointValues
  /** Told this once. */
  secret?: string
}
