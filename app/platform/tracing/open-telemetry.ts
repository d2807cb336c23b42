import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { SpanOptions, Tracing } from './tracing.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }
/** Milliseconds that the last spans get when the process stops. */
const LAST_MS = 5_000

/**
 * Sends spans as OTLP over HTTP. The exporter reads OTEL_EXPORTER_OTLP_HEADERS and the like itself.
 * @param endpoint the collector's address, without `/v1/traces`.
 */
export function openTracing(endpoint: string, role: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const service = process.env.OTEL_SERVICE_NAME ?? 'alhena'
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'alhena.role': role }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: LAST_MS })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = provider.getTracer('alhena')

  const start = (name: string, { kind, attributes = {}, parent }: SpanOptions, startTime?: number) => {
    const from = parent ? propagation.extract(ROOT_CONTEXT, { traceparent: parent }) : context.active()
    const options = { kind: KINDS[kind], attributes, ...(startTime !== undefined && { startTime }) }
    return { from, span: tracer.startSpan(name, options, from) }
  }

  return {
    async inSpan(name, options, work) {
      const { from, span } = start(name, options)
      try {
        return await context.with(trace.setSpan(from, span), () =>
          work(attributes => {
            span.setAttributes(attributes)
            if (Number(attributes['http.response.status_code']) >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          }),
        )
      } catch (error) {
        // No message: those of the database quote values.
        span.setAttributes({ 'error.type': error instanceof Error ? error.name : 'unknown' })
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    record(name, { ms, failed, ...options }) {
      const { span } = start(name, options, Date.now() - ms)
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    close: () => provider.shutdown().catch(() => {}),
  }
}
