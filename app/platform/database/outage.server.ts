/** SQLSTATE classes and codes of a server that is away, restarting or full: 08 connection, 53 resources, 57P shutdown. */
const OUTAGE_STATES = /^(08...|53...|57P0[1-5])$/
const OUTAGE_ERRNOS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND'])
/** pg names neither state nor errno when a connection ends under a query, or when the pool waits in vain. */
const OUTAGE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

/** Whether an error means that the database cannot be reached now and the same request may succeed later. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (OUTAGE_STATES.test(code)) return true
  if (OUTAGE_ERRNOS.has(code) && 'syscall' in error) return true
  return OUTAGE_MESSAGES.test(error.message) || isDatabaseOutage(error.cause)
}
