import { AsyncLocalStorage } from 'node:async_hooks'

const LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LEVELS)[number]

/** One JSON line per event on standard output; fields are plain data and never carry secrets or answers. */
export type Log = Record<LogLevel, (event: string, fields?: Record<string, unknown>) => void>

const requestIds = new AsyncLocalStorage<string>()

/** Runs `work` so that every line it logs carries the request's id. */
export const withRequestId = <Value>(id: string, work: () => Value): Value => requestIds.run(id, work)

/** The id of the request that is being answered, which its log lines carry too. */
export const currentRequestId = (): string | undefined => requestIds.getStore()

export function createLog(
  minimum: LogLevel,
  write: (line: string) => void = line => process.stdout.write(`${line}\n`),
): Log {
  const at =
    (level: LogLevel) =>
    (event: string, fields: Record<string, unknown> = {}) => {
      if (LEVELS.indexOf(level) < LEVELS.indexOf(minimum)) return
      write(
        JSON.stringify({ time: new Date().toISOString(), level, event, request_id: requestIds.getStore(), ...fields }),
      )
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
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
