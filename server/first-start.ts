import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Creates the embedded database of a first start, with its schema and the demo's catalogue, in another process: while the shop is built the
 * bundle that would do it does not exist yet, and creating it waits more for the disk than it computes. Does nothing for a database that
 * exists, because a release that cannot be built must not change it. Never fails: the start itself finds what is missing, and says why.
 * @param env the settings
 */
export async function prepareFirstStart(env = process.env): Promise<void> {
  const script = join(import.meta.dirname, 'first-database.ts')
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'inherit', 'ignore', 'ipc'] })
  await once(child, 'exit').catch(() => {})
}
