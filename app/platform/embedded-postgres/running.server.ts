import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'

const LINES = { port: 3, folder: 4 }

/**
 * The owner's address of the embedded server that an Alhena runs on this data folder: for commands beside it. Undefined: none runs, or it
 * listens on the loopback interface, whose password only its process knows.
 */
export async function runningAddress(dataDir: string): Promise<string | undefined> {
  const cluster = join(dataDir, 'postgres-18')
  const lines = await readFile(join(cluster, 'postmaster.pid'), 'utf8').then(
    text => text.split('\n'),
    () => undefined,
  )
  if (!lines) return undefined
  const port = lines[LINES.port]?.trim() ?? ''
  // Its own folder it may name by a descriptor.
  const folders = [cluster, lines[LINES.folder]?.trim() ?? '']
  const folder = folders.find(each => each.startsWith('/') && existsSync(join(each, `.s.PGSQL.${port}`)))
  if (!folder) return undefined
  const address = `postgresql://alhena@/alhena?host=${encodeURIComponent(folder)}&port=${port}&sslmode=disable`
  return (await answers(address)) ? address : undefined
}

/** A server that was killed leaves its files behind. */
async function answers(address: string): Promise<boolean> {
  const client = new Client({ connectionString: address })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
