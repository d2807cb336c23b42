import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextRound } from 'node:timers/promises'

/** Milliseconds that a kept connection may be idle; Node announces them to clients (`Keep-Alive: timeout=5`). */
const KEEP_ALIVE_MS = 5_000
/** Milliseconds that requests under way get to finish once no more are accepted. */
const FINISH_MS = 20_000
/** Milliseconds between two looks for idle connections. */
const LOOK_MS = 100

export type DrainTimes = {
  /** Milliseconds from the first 503 of /readyz until new connections are refused: a balancer's time to notice. */
  waitMs: number
  /** Milliseconds that idle connections get for one more request; after what was announced to them none is sent. */
  idleMs?: number
  finishMs?: number
}

/** Ends an HTTP server without cutting a request. */
export type Drain = {
  /** Whether new requests should come to this process; false from the first moment of `stop`. */
  isAccepting(): boolean
  /** Called for each answer before its head is written. */
  mark(response: ServerResponse): void
  /** Resolves when the last connection is closed. */
  stop(times: DrainTimes): Promise<void>
}

/** Milliseconds of an event loop's round in which hardly anything can have been queued after it accepted. */
const QUIET_MS = 1
/** Rounds to wait for such a one. */
const ROUNDS = 500

/**
 * Resolves right after a short round of the event loop, which accepted the connections that waited: closing the socket
 * resets what the kernel has queued since.
 */
async function quietRound(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    await nextRound()
    if (performance.now() - startedAt < QUIET_MS) return
  }
}

/** Call it before the server listens. */
export function createDrain(server: Server): Drain {
  let state: 'accepting' | 'waiting' | 'closing' = 'accepting'
  /** Each open connection with its latest answer. */
  const sockets = new Map<Socket, ServerResponse | undefined>()
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, undefined)
    socket.once('close', () => sockets.delete(socket))
  })

  function closeIdle(): void {
    server.closeIdleConnections()
    // Node counts a connection that has never sent anything, as browsers open them in advance, as busy.
    for (const socket of sockets.keys()) if (socket.bytesRead === 0) socket.destroy()
  }

  return {
    isAccepting: () => state === 'accepting',
    mark(response) {
      if (state === 'closing') response.shouldKeepAlive = false
      else if (response.socket) sockets.set(response.socket, response)
    },
    async stop({ waitMs, idleMs = waitMs > 0 ? KEEP_ALIVE_MS : 0, finishMs = FINISH_MS }) {
      state = 'waiting'
      await delay(waitMs)
      state = 'closing'
      await quietRound()
      // Not the server's own `close`: it also closes idle connections, on which a request may be on its way.
      const closed = new Promise<void>(resolve => NetServer.prototype.close.call(server, () => resolve()))
      for (const response of sockets.values()) if (response) response.shouldKeepAlive = false
      let looking: NodeJS.Timeout | undefined
      const idle = setTimeout(() => {
        closeIdle()
        // Those whose answers had begun when this did become idle later.
        looking = setInterval(closeIdle, LOOK_MS)
      }, idleMs)
      const late = setTimeout(() => server.closeAllConnections(), finishMs)
      await closed
      clearTimeout(idle)
      clearInterval(looking)
      clearTimeout(late)
    },
  }
}
