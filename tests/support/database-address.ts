/** The same server's address with another database's name. Not a URL for the parser: one of a Unix socket names no host. */
export const addressOf = (address: string, database: string): string =>
  address.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`)
