import { createServer } from 'node:http'
import { SettingsError } from '#app/platform/env/setting.ts'
import type { JobReport } from '#app/platform/jobs/job-health.ts'
import type { Metrics } from '#app/platform/metrics/metrics.server.ts'

export type PrivatePort = { port: number; close(): Promise<void> }

type Options = {
  host: string
  /** 0: any free one. */
  port: number
  metrics: Pick<Metrics, 'contentType' | 'render'>
  jobs: () => readonly JobReport[]
}

/**
 * Serves `/metrics` and the process's own `/healthz` to whoever operates the shop, apart from the port that visitors reach.
 * @throws SettingsError when the port can't be used.
 */
export async function openPrivatePort({ host, port, metrics, jobs }: Options): Promise<PrivatePort> {
  const server = createServer((request, response) => {
    const send = (status: number, type: string, body: string) =>
      void response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'text/plain', 'Method not allowed')
    switch (request.url?.split('?')[0]) {
      case '/metrics':
        metrics.render().then(
          text => send(200, metrics.contentType, text),
          () => send(500, 'text/plain', 'The metrics could not be collected'),
        )
        return
      case '/healthz': {
        const health = healthOf(jobs())
        return send(health.healthy ? 200 : 503, 'application/json', `${JSON.stringify(health)}\n`)
      }
      default:
        return send(404, 'text/plain', 'Not found')
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new SettingsError(`METRICS_PORT ${port} on ${host} can't be used: ${error.code ?? error.message}`)),
    )
    server.listen(port, host, resolve)
  })
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Unhealthy is what a restart mends: a job that stands still. One that fails, as all do without a database, is only reported. */
function healthOf(jobs: readonly JobReport[]) {
  return {
    healthy: jobs.every(job => !job.isLate),
    jobs: Object.fromEntries(
      jobs.map(({ job, isLate, isFailing, lastSuccess, lastFailure, runs, failures }) => [
        job,
        { state: isLate ? 'late' : isFailing ? 'failing' : 'ok', lastSuccess, lastFailure, runs, failures },
      ]),
    ),
  }
}
