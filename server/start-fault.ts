import { DatabaseError } from 'pg'
import { BackupError } from '#app/platform/backup/backup-error.ts'
import { MigrationError } from '#app/platform/database/migrate.server.ts'
import { EmbeddedPostgresError } from '#app/platform/embedded-postgres/launcher.server.ts'
import { SettingsError } from '#app/platform/env/setting.ts'
import { ObjectStoreError } from '#app/platform/objects/object-store.ts'
import { ForeignBucketError } from '#app/platform/objects/s3-store.server.ts'

const KNOWN = [SettingsError, EmbeddedPostgresError, MigrationError, BackupError, ObjectStoreError, ForeignBucketError]

/** Calls of the system that reach another machine, or this one's network. */
const NETWORK_CALLS = new Set(['connect', 'getaddrinfo', 'read', 'write'])

/** SQLSTATE classes of a connection that is refused, lost or not ready: 08, 28, 3D, 53 and 57. */
const NO_DATABASE = /^(08|28|3D|53|57)/

/** What a certificate's failure is called by Node. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_/

/** The one line that an operator reads where the shop can't start: what is wrong, and where. */
export function startFault(error: unknown, variables: Readonly<Record<string, string | undefined>>): string {
  return explained(error, variables).replace(/\s*[\r\n]+\s*/g, ' ')
}

function explained(error: unknown, variables: Readonly<Record<string, string | undefined>>): string {
  if (!(error instanceof Error)) return `Alhena can't start: ${String(error)}`
  if (KNOWN.some(kind => error instanceof kind)) return error.message
  const { code, syscall, path } = factsOf(error)
  const port = variables.PORT ?? '3000'
  if (code === 'EADDRINUSE') return `PORT ${port} is taken by another program: choose another PORT`
  if (syscall === 'listen') {
    return code === 'EACCES'
      ? `PORT ${port} may not be used by this user`
      : `HOST ${variables.HOST ?? '127.0.0.1'} and PORT ${port} can't be listened on: ${reasonOf(error)}`
  }
  if (path !== undefined && syscall !== 'connect') return `${path} can't be used: ${reasonOf(error)}`
  if (isOfDatabase(error, code, syscall)) return `DATABASE_URL does not answer: ${reasonOf(error)}`
  if (error instanceof DatabaseError) return `The database refused the start: ${reasonOf(error)} (${code ?? 'no code'})`
  return `Alhena can't start: ${error.name}: ${reasonOf(error)} (LOG_LEVEL=debug shows where)`
}

const isOfDatabase = (error: Error, code: string | undefined, syscall: string | undefined): boolean =>
  (syscall !== undefined && NETWORK_CALLS.has(syscall)) ||
  (error instanceof DatabaseError && NO_DATABASE.test(code ?? '')) ||
  CERTIFICATE.test(code ?? '') ||
  /^E(CONN|HOST|NET|TIMEDOUT)/.test(code ?? '')

function factsOf(error: Error): { code?: string; syscall?: string; path?: string } {
  const text = (name: 'code' | 'syscall' | 'path') => {
    const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value
    return typeof value === 'string' ? { [name]: value } : {}
  }
  return { ...text('code'), ...text('syscall'), ...text('path') }
}

/** A name with several addresses fails with one error for all of them, which says nothing itself. */
const reasonOf = (error: Error): string => {
  const reasons =
    error instanceof AggregateError ? error.errors.filter((each): each is Error => each instanceof Error) : []
  return error.message || reasons.map(each => each.message).join(', ') || error.name
}
