/** The same server's address with another database's name. */
export function addressOf(address: string, database: string): string {
  const url = new URL(address)
  url.pathname = `/${database}`
  return url.toString()
}
