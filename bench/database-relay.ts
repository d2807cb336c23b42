import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Client } from 'pg'

/** What passed between the shop and its database. */
export type Traffic = {
  /** Statements, those of transactions (begin, commit) among them. */
  statements: number
  /** Milliseconds in which at least one was under way. */
  busyMs: number
}

export type DatabaseRelay = {
  address: string
  /** What has passed since the last call. */
  take(): Traffic
  /** From now on answers arrive this much later, as from a database that is far away. */
  delay(milliseconds: number): void
  close(): void
}

/** Of each message the type, by its letter; the client's first one has none (PostgreSQL's protocol, "Message Formats"). */
function messageReader(skipsFirst: boolean, onMessage: (type: string) => void): (data: Buffer) => void {
  let isFirst = skipsFirst
  let kept: Buffer = Buffer.alloc(0)
  return data => {
    kept = kept.length === 0 ? data : Buffer.concat([kept, data])
    for (;;) {
      const head = isFirst ? 0 : 1
      if (kept.length < head + 4) return
      const end = head + kept.readUInt32BE(head)
      if (kept.length < end) return
      if (!isFirst) onMessage(String.fromCharCode(kept[0] ?? 0))
      isFirst = false
      kept = kept.subarray(end)
    }
  }
}

/** Query, and the end of an extended query; the server answers each with ReadyForQuery. */
const ASKS = new Set(['Q', 'S'])
const IS_READY = 'Z'

/** Writes each part after its delay, but never before an earlier one. */
function inOrder(write: (data: Buffer) => void): (data: Buffer, delayMs: number) => void {
  const waiting: { due: number; data: Buffer }[] = []
  const flush = () => {
    const now = performance.now()
    while (waiting[0] && waiting[0].due <= now) write(waiting.shift()?.data ?? Buffer.alloc(0))
    if (waiting[0]) setTimeout(flush, waiting[0].due - now)
  }
  return (data, delayMs) => {
    waiting.push({ due: performance.now() + delayMs, data })
    if (waiting.length === 1) flush()
  }
}

/** Stands between a shop and its database, and counts. @param database its address, over TCP or a socket. */
export async function startDatabaseRelay(database: string): Promise<DatabaseRelay> {
  const { host, port, user, password, database: name } = new Client(database)
  let traffic: Traffic = { statements: 0, busyMs: 0 }
  let underWay = 0
  let busySince = 0
  let delayMs = 0
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const readClient = messageReader(true, type => {
      if (!ASKS.has(type)) return
      traffic.statements += 1
      underWay += 1
      if (underWay === 1) busySince = performance.now()
    })
    const writeLater = inOrder(data => socket.write(data))
    let isOpen = false
    const readServer = messageReader(false, type => {
      if (type !== IS_READY) return
      // The first one ends the log-in.
      if (isOpen) underWay -= 1
      isOpen = true
      if (underWay > 0 || busySince === 0) return
      traffic.busyMs += performance.now() - busySince
      busySince = 0
    })
    for (const [from, to, read] of [
      [socket, upstream, readClient],
      [upstream, socket, readServer],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      from.on('data', data => {
        read(data)
        if (from === upstream) writeLater(data, delayMs)
        else to.write(data)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('No port')
  const login = [user, password].flatMap(part => (part ? encodeURIComponent(part) : [])).join(':')
  return {
    address: `postgresql://${login}@127.0.0.1:${bound.port}/${name}?sslmode=disable`,
    take() {
      const taken = traffic
      traffic = { statements: 0, busyMs: 0 }
      return taken
    },
    delay(milliseconds) {
      delayMs = milliseconds
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
