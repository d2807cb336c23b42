/** Why the embedded PostgreSQL can't serve: one line for the operator, with what to do about it. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}
