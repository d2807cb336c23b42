import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { ObjectStoreSettings } from '#app/platform/env/object-store-settings.server.ts'
import { freePort } from './shop-process.ts'

/** A server of S3 in this process with one bucket, and the settings with which a shop uses it. */
export async function openObjectServer() {
  const directory = await mkdtemp(join(tmpdir(), 'alhena-objects-'))
  const options = { address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'shop', configs: [] }] }
  // Nobody takes it while the server is away.
  const port = await freePort()
  let server = new S3rver({ ...options, port })
  await server.run()
  const settings: ObjectStoreSettings = {
    bucket: 'shop',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  }
  const stop = () => server.close()
  return {
    settings,
    stop,
    async start() {
      server = new S3rver({ ...options, port })
      await server.run()
    },
    async close() {
      await stop()
      await rm(directory, { recursive: true })
    },
  }
}
