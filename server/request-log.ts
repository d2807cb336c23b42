import type { Log } from '#app/platform/log/log.server.ts'

/** Counts an answered request. @param path without the query @param ms milliseconds until the answer was ready */
export type ObserveRequest = (method: string, path: string, status: number, ms: number) => void

type AnsweredRequest = {
  id: string
  method: string
  /** Without the query: private addresses contain ids there, and the search box any typed text. */
  path: string
  status: number
  /** When it came, on the clock of `performance`. */
  startedAt: number
}

export type RequestLog = (request: AnsweredRequest) => void

/** Records each answered request in the log and the metrics. */
export const createRequestLog =
  (log: Log, observe: ObserveRequest | undefined): RequestLog =>
  ({ id, method, path, status, startedAt }) => {
    const ms = performance.now() - startedAt
    log.info('request', { request_id: id, method, path, status, ms: Math.round(ms * 10) / 10 })
    observe?.(method, path, status, ms)
  }
