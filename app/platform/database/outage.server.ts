/**
 * SQLSTATE classes and codes of a server that is away, restarting, full or too busy: 08 connection, 53 resources ('too many clients'),
 * 57P shutdown, 57014 a statement's time limit, 55P03 a lock's, 40001 and 40P01 transactions that were in each other's way.
 */
const OUTAGE_STATES = /^(08...|53...|57P0[1-5]|57014|55P03|40001|40P01)$/
const OUTAGE_ERRNOS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND'])
/** pg names neither state nor errno when a connection ends under a query, or when the pool waits in vain. */
const OUTAGE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

/** The database is busy with others for longer than a request waits for its turn. */
export class DatabaseBusyError extends Error {}

/** Whether an error means that the database cannot answer now and the same request may succeed later: 503 with a time to retry. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseBusyError) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (OUTAGE_STATES.test(code)) return true
  if (OUTAGE_ERRNOS.has(code) && 'syscall' in error) return true
  return OUTAGE_MESSAGES.test(error.message) || isDatabaseOutage(error.cause)
}
