import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** One JSON line per event on standard output; fields are plain data and never carry secrets or answers. */
export type Log = Record<LogLevel, (event: string, fields?: Record<string, unknown>) => void>

const requestIds = new AsyncLocalStorage<string>()

/** Runs `work` so that every line it logs carries the request's id. */
export const withRequestId = <Value>(id: string, work: () => Value): Value => requestIds.run(id, work)

/** The id of the request that is being answered, which its log lines carry too. */
export const currentRequestId = (): string | undefined => requestIds.getStore()

/**
 * Writes events from level `minimum` on. Lines are batched in order and flushed when the process ends, also after an
 * error.
 * @param write takes each line at once; by default standard output.
 */
export function createLog(minimum: LogLevel, write?: (line: string) => void): Log {
  const output = write ? { write } : standardOutput()
  const logger = pino(
    {
      level: minimum,
      base: null,
      messageKey: 'event',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: label => ({ level: label }) },
      mixin: () => ({ request_id: requestIds.getStore() }),
    },
    output,
  )
  return {
    debug: (event, fields = {}) => logger.debug(fields, event),
    info: (event, fields = {}) => logger.info(fields, event),
    warn: (event, fields = {}) => logger.warn(fields, event),
    error: (event, fields = {}) => logger.error(fields, event),
  }
}

/** Writes synchronously: with asynchronous writes, lines at the process's end could be duplicated or out of order. */
function standardOutput() {
  const destination = pino.destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: 200 })
  process.on('exit', () => destination.flushSync())
  return destination
}

/** An error as loggable data: its name, message and stack, and the same of its cause. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) }
  return {
    error: error.message,
    name: error.name,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  }
}
