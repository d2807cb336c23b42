export type Attributes = Record<string, string | number>

export type SpanOptions = {
  /** server: work for somebody's request; client: a question to another server; internal: work of the shop's own. */
  kind: 'server' | 'client' | 'internal'
  /** Neither values nor addresses of people: whoever runs the collector reads them. */
  attributes?: Attributes
  /** The `traceparent` of a request, when its sender traces, too. */
  parent?: string | undefined
}

/** Adds what is known at the end. */
type Note = (attributes: Attributes) => void

export type Tracing = {
  inSpan<Value>(name: string, options: SpanOptions, work: (note: Note) => Promise<Value>): Promise<Value>
  /** A span that has just ended. @param ms how long it took */
  record(name: string, options: SpanOptions & { ms: number; failed: boolean }): void
  /** Sends what has not been sent. */
  close(): Promise<void>
}

let tracing: Tracing | undefined

/** Loads OpenTelemetry where an endpoint is configured, and nothing otherwise. Before the database is opened. */
export async function startTracing(endpoint: string | undefined, role: string): Promise<void> {
  if (endpoint === undefined || tracing) return
  const { openTracing } = await import('./open-telemetry.ts')
  tracing = openTracing(endpoint, role)
}

/** Runs `work` in a span, a part of the one that it is called in. */
export const inSpan: Tracing['inSpan'] = (name, options, work) =>
  tracing ? tracing.inSpan(name, options, work) : work(() => {})

/** Undefined where nothing is traced. */
export const currentTracing = (): Tracing | undefined => tracing

export async function stopTracing(): Promise<void> {
  const last = tracing
  tracing = undefined
  await last?.close()
}
