import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'

/** A text of another system without addresses: those of servers can hold a password or a token, and e-mails are people's. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(/\w+:\/\/\S+/g, '[address]').replaceAll(/[^\s<>"'(]+@[^\s<>"')]+/g, '[address]')

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** One JSON line per event on standard output; fields are plain data and never carry secrets or answers. */
export type Log = Record<LogLevel, (event: string, fields?: Record<string, unknown>) => void>

const requestIds = new AsyncLocalStorage<string>()

/** Runs `work` so that every line it logs carries the request's id. */
export const withRequestId = <Value>(id: string, work: () => Value): Value => requestIds.run(id, work)

/** The id of the request that is being answered, which its log lines carry too. */
export const currentRequestId = (): string | undefined => requestIds.getStore()

/**
 * Writes events from level `minimum` on, in order and with the time at which they came. Lines are made and written in batches, and when
 * the process ends, also after an error: one after another they cost a third of what each costs between two answers.
 * @param write takes each line at once; by default standard output.
 */
export function createLog(minimum: LogLevel, write?: (line: string) => void): Log {
  const output = write ? { write, flush: () => {} } : standardOutput()
  /** When the event came whose line is made. */
  let writing = 0
  const logger = pino(
    {
      level: minimum,
      base: null,
      messageKey: 'event',
      timestamp: () => timeField(writing),
      formatters: { level: label => ({ level: label }) },
    },
    output,
  )
  const writeEvents = (events: readonly LoggedEvent[]) => {
    for (const { level, event, fields, at } of events) {
      writing = at
      logger[level](fields, event)
    }
    output.flush()
  }
  const add = write ? (event: LoggedEvent) => writeEvents([event]) : inBatches(writeEvents)
  const of = (level: LogLevel) => (event: string, fields?: Record<string, unknown>) => {
    if (logger.isLevelEnabled(level)) add({ level, event, fields: withRequest(fields), at: Date.now() })
  }
  return { debug: of('debug'), info: of('info'), warn: of('warn'), error: of('error') }
}

/** @param at milliseconds since 1970 */
type LoggedEvent = { level: LogLevel; event: string; fields: Record<string, unknown>; at: number }

/** The fields with the id of the request that is being answered. What pino merges into each line costs more than writing it. */
function withRequest(fields: Record<string, unknown> = {}): Record<string, unknown> {
  const id = fields.request_id === undefined ? currentRequestId() : undefined
  return id === undefined ? fields : { ...fields, request_id: id }
}

let timeAt = 0
let timeText = ''

/** A time as JSON, formatted once in a millisecond. */
function timeField(at: number): string {
  if (at !== timeAt) {
    timeAt = at
    timeText = `,"time":"${new Date(at).toISOString()}"`
  }
  return timeText
}

/** Events whose lines are made together. */
const BATCH = 64
/** Milliseconds after which a line is written at the latest. */
const FLUSH_MS = 200

/** Passes events on together. */
function inBatches(write: (events: readonly LoggedEvent[]) => void): (event: LoggedEvent) => void {
  let waiting: LoggedEvent[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const events = waiting
    waiting = []
    if (events.length > 0) write(events)
  }
  process.on('exit', flush)
  return event => {
    waiting.push(event)
    if (waiting.length >= BATCH) flush()
    else timer ??= setTimeout(flush, FLUSH_MS).unref()
  }
}

/**
 * Writes synchronously: with asynchronous writes, lines at the process's end could be duplicated or out of order. Lines are
 * joined here because pino's destination costs as much for each text that it is given as the line itself.
 */
function standardOutput() {
  const destination = pino.destination({ dest: 1, sync: true })
  let lines = ''
  return {
    write(line: string) {
      lines += line
    },
    flush() {
      const batch = lines
      lines = ''
      destination.write(batch)
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
