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
  const logger = pino(
    {
      level: minimum,
      base: null,
      messageKey: 'event',
      timestamp: timeField,
      formatters: { level: label => ({ level: label }) },
    },
    write ? { write } : standardOutput(),
  )
  return {
    debug: (event, fields) => logger.debug(withRequest(fields), event),
    info: (event, fields) => logger.info(withRequest(fields), event),
    warn: (event, fields) => logger.warn(withRequest(fields), event),
    error: (event, fields) => logger.error(withRequest(fields), event),
  }
}

/** The fields with the id of the request that is being answered. What pino merges into each line costs more than writing it. */
function withRequest(fields: Record<string, unknown> = {}): Record<string, unknown> {
  const id = fields.request_id === undefined ? currentRequestId() : undefined
  return id === undefined ? fields : { ...fields, request_id: id }
}

let timeAt = 0
let timeText = ''

/** The time as JSON, formatted once in a millisecond. */
function timeField(): string {
  const now = Date.now()
  if (now !== timeAt) {
    timeAt = now
    timeText = `,"time":"${new Date(now).toISOString()}"`
  }
  return timeText
}

/** Characters of lines that are written together. */
const BATCH = 4_096
/** Milliseconds after which a line is written at the latest. */
const FLUSH_MS = 200

/**
 * Writes synchronously: with asynchronous writes, lines at the process's end could be duplicated or out of order. Lines are
 * joined here because pino's destination costs as much for each text that it is given as the line itself.
 */
function standardOutput() {
  const destination = pino.destination({ dest: 1, sync: true })
  let lines = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const batch = lines
    lines = ''
    if (batch !== '') destination.write(batch)
  }
  process.on('exit', () => {
    flush()
    destination.flushSync()
  })
  return {
    write(line: string) {
      lines += line
      if (lines.length >= BATCH) flush()
      else timer ??= setTimeout(flush, FLUSH_MS).unref()
    },
  }
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
