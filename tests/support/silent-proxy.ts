import { connect, createServer, type Socket } from 'node:net'
import { Client } from 'pg'

/** A network in front of a database that can stop to carry anything without a connection being closed. */
export type SilentProxy = {
  /** The database's address through it. */
  address: string
  /** From now on nothing arrives on the connections that are open; new ones work. */
  goSilent(): void
  close(): void
}

/** Opens one on a port of its own. @param database the address of a database, on a socket or TCP. */
export async function openSilentProxy(database: string): Promise<SilentProxy> {
  const { host, port, user, password, database: name } = new Client(database)
  const sockets = new Set<Socket>()
  const server = createServer(incoming => {
    const outgoing = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from))
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const login = [user, password].flatMap(part => (part ? encodeURIComponent(part) : [])).join(':')
  return {
    address: `postgresql://${login}@127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/${name}?sslmode=disable`,
    goSilent() {
      for (const socket of sockets) socket.unpipe().resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
