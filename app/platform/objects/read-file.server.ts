import { createHash } from 'node:crypto'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { describeError, type Log } from '#app/platform/log/log.server.ts'
import type { FileLocation } from './file-columns.ts'
import type { ObjectStore } from './object-store.ts'

/** `lost`: the store has no such object, or another one. `unavailable`: it does not answer, or none is configured. */
export type FileFailure = { code: 'lost' } | { code: 'unavailable' }

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The bytes of a file, wherever they are; failures are logged with their key. */
export async function readFile(
  { objects, log }: { objects: ObjectStore | undefined; log: Log },
  location: FileLocation,
): Promise<Result<Buffer, FileFailure>> {
  if ('bytes' in location) return ok(location.bytes)
  const { key } = location
  try {
    if (!objects) throw new Error('The file is in an object store, and none is configured')
    const bytes = await readObject(objects, location)
    if (bytes) return ok(bytes)
    log.error('object_lost', { key })
    return err({ code: 'lost' })
  } catch (error) {
    log.error('object_unavailable', { key, ...describeError(error) })
    return err({ code: 'unavailable' })
  }
}

/** An object with the expected bytes; undefined: there is none, or it has others. @throws ObjectStoreError */
export async function readObject(
  objects: ObjectStore,
  { key, digest }: { key: string; digest: string },
): Promise<Buffer | undefined> {
  const bytes = await objects.get(key)
  return bytes && sha256Of(bytes) === digest ? bytes : undefined
}
