/** Why the embedded PostgreSQL cannot serve: one line for whoever started the shop, with what to do about it. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}
