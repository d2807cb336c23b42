/**
 * The same server's address with another database's name. Not parsed as a URL: the address of a Unix socket has no
 * host.
 */
export const addressOf = (address: string, database: string): string =>
  address.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`)
