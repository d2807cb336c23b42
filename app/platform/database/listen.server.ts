import { Client } from 'pg'

/** Milliseconds until a lost connection is tried again. */
const AGAIN_MS = 1_000

export type Listening = {
  /** Settles when the first try to connect is over. */
  ready: Promise<void>
  close(): Promise<void>
}

/**
 * Calls a channel's listener for each notification: one connection for all channels. After a lost connection each
 * listener is called once, because notifications may have been missed.
 * @param listeners by channel, a plain name.
 */
export function listenTo(connectionString: string, listeners: Readonly<Record<string, () => void>>): Listening {
  const byChannel = new Map(Object.entries(listeners))
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const opened = new Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: 'alhena-listener',
    })
    client = opened
    let isLost = false
    const lose = () => {
      if (isLost || isClosed) return
      isLost = true
      void opened.end().catch(() => undefined)
      timer = setTimeout(() => void connect(), AGAIN_MS)
    }
    opened.on('error', lose)
    opened.on('end', lose)
    opened.on('notification', ({ channel }) => byChannel.get(channel)?.())
    try {
      await opened.connect()
      await opened.query([...byChannel.keys()].map(channel => `listen ${opened.escapeIdentifier(channel)}`).join(';'))
      for (const listener of byChannel.values()) listener()
    } catch {
      lose()
    }
  }

  return {
    ready: connect(),
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
