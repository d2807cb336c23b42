import { Client } from 'pg'

/** Milliseconds until a lost connection is tried again. */
const AGAIN_MS = 1_000

/**
 * Calls `listener` whenever the database tells something on a channel, on a connection of its own. After a loss it is called once, too:
 * nobody knows what was told meanwhile.
 * @param channel a plain name.
 */
export function listenTo(
  connectionString: string,
  channel: string,
  listener: () => void,
): { ready: Promise<void>; close(): Promise<void> } {
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
    opened.on('notification', () => listener())
    try {
      await opened.connect()
      await opened.query(`listen ${opened.escapeIdentifier(channel)}`)
      listener()
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
