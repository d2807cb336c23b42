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
  /** Milliseconds after its last answer that a connection is kept for one more request; by default what was announced to it. */
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
  /** While it closes: connections that nothing is asked on, since when, and what they had sent until then. */
  const idle = new Map<Socket, { since: number; bytesRead: number }>()
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, undefined)
    socket.once('close', () => {
      sockets.delete(socket)
      idle.delete(socket)
    })
  })

  const noteIdle = (socket: Socket) => {
    if (sockets.has(socket)) idle.set(socket, { since: performance.now(), bytesRead: socket.bytesRead })
  }

  /** A connection that has begun to send its next request is left to `finishMs`. */
  function closeIdle(idleMs: number): void {
    const due = performance.now() - idleMs
    for (const [socket, { since, bytesRead }] of idle) {
      if (since <= due && socket.bytesRead === bytesRead) socket.destroy()
    }
  }

  return {
    isAccepting: () => state === 'accepting',
    mark(response) {
      if (state === 'closing') response.shouldKeepAlive = false
      if (!response.socket) return
      sockets.set(response.socket, response)
      idle.delete(response.socket)
    },
    async stop({ waitMs, idleMs = KEEP_ALIVE_MS, finishMs = FINISH_MS }) {
      state = 'waiting'
      await delay(waitMs)
      await quietRound()
      // Not the server's own `close`: it also closes idle connections, on which a request may be on its way.
      const closed = new Promise<void>(resolve => NetServer.prototype.close.call(server, () => resolve()))
      // Only now is anybody told to connect anew: while the socket still listened, the new connection would be reset with it.
      state = 'closing'
      for (const [socket, response] of sockets) {
        if (!response || response.writableFinished) noteIdle(socket)
        else {
          response.shouldKeepAlive = false
          // Where its head is sent already, the connection stays open.
          response.once('close', () => noteIdle(socket))
        }
      }
      const looking = setInterval(closeIdle, LOOK_MS, idleMs)
      const late = setTimeout(() => server.closeAllConnections(), finishMs)
      await closed
      clearInterval(looking)
      clearTimeout(late)
    },
  }
}
