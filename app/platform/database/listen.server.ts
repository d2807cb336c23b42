import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** Milliseconds until a lost connection is tried again. */
const AGAIN_MS = 1_000
/** Milliseconds between two heartbeats, and for which the answer of one, or of any statement, is waited for. */
const BEAT_MS = 10_000
const ANSWER_MS = 5_000
/** Milliseconds between two calls of `refresh`. */
const REFRESH_MS = 60_000
/** The channel on which a connection notifies itself. */
const HEARTBEAT = 'alhena_heartbeat'

export type Listening = {
  /** Settles when the first try to connect is over. */
  ready: Promise<void>
  close(): Promise<void>
}

type Options = {
  /** Called each minute, whatever the connection's state: what must not stay stale if a notification is lost. */
  refresh?: () => void
  /** Called when the connection is lost and when it is back. */
  onState?: (state: 'lost' | 'back') => void
  beatMs?: number
  answerMs?: number
  refreshMs?: number
}

/**
 * Calls a channel's listener for each notification: one connection for all channels. The connection notifies itself
 * every ten seconds: one on which nothing arrives (a network that drops packets, a pooler that shares sessions) is as
 * lost as a closed one. After a lost connection each listener is called once, because notifications may have been
 * missed.
 * @param listeners by channel, a plain name.
 */
export function listenTo(
  connectionString: string,
  listeners: Readonly<Record<string, () => void>>,
  { refresh, onState, beatMs = BEAT_MS, answerMs = ANSWER_MS, refreshMs = REFRESH_MS }: Options = {},
): Listening {
  const byChannel = new Map(Object.entries(listeners))
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let wasLost = false
  const refreshing = refresh && setInterval(refresh, refreshMs)

  async function connect(): Promise<void> {
    const opened = new Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      application_name: 'alhena-listener',
    })
    client = opened
    let isLost = false
    let awaited: string | undefined
    const lose = () => {
      // Not `end`: a silent connection would never confirm it.
      opened.connection.stream.destroy()
      if (isLost || isClosed) return
      isLost = true
      if (!wasLost) onState?.('lost')
      wasLost = true
      clearTimeout(timer)
      timer = setTimeout(() => void connect(), AGAIN_MS)
    }
    const beat = async () => {
      if (isLost || isClosed) return
      awaited = randomUUID()
      timer = setTimeout(lose, answerMs)
      await opened.query('select pg_notify($1, $2)', [HEARTBEAT, awaited])
    }
    opened.on('error', lose)
    opened.on('end', lose)
    opened.on('notification', ({ channel, payload }) => {
      byChannel.get(channel)?.()
      if (channel !== HEARTBEAT || payload !== awaited || isLost || isClosed) return
      clearTimeout(timer)
      timer = setTimeout(() => void beat().catch(lose), beatMs)
    })
    try {
      await opened.connect()
      const channels = [HEARTBEAT, ...byChannel.keys()]
      await opened.query(channels.map(channel => `listen ${opened.escapeIdentifier(channel)}`).join(';'))
      if (wasLost) onState?.('back')
      wasLost = false
      for (const listener of byChannel.values()) listener()
      await beat()
    } catch {
      lose()
    }
  }

  return {
    ready: connect(),
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(refreshing)
      const hung = setTimeout(() => client?.connection.stream.destroy(), answerMs)
      await client?.end().catch(() => undefined)
      clearTimeout(hung)
    },
  }
}
