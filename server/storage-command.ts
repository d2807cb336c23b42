import { openDatabases } from '#app/platform/database/database.server.ts'
import { SettingsError } from '#app/platform/env/setting.ts'
import { readSettings } from '#app/platform/env/settings.server.ts'
import { countFiles } from '#app/platform/objects/file-counts.server.ts'
import { moveAllIn, moveOut } from '#app/platform/objects/move-files.server.ts'
import type { ObjectStore } from '#app/platform/objects/object-store.ts'
import { takeOverBucket } from '#app/platform/objects/own-bucket.server.ts'
import { createS3Store } from '#app/platform/objects/s3-store.server.ts'
import { withDatabase } from './backup-commands.ts'
import { projectRoot } from './project-root.ts'

/** Says where pictures and documents are, or moves all of them: `to-bucket`, `to-database`. */
export async function moveStorage([to]: readonly string[]): Promise<void> {
  if (to !== undefined && to !== 'to-bucket' && to !== 'to-database') {
    throw new SettingsError('Say where to: npm run storage to-bucket, or to-database')
  }
  const settings = readSettings(process.env, projectRoot)
  const objects = settings.objectStore && createS3Store(settings.objectStore)
  if (to && !objects) throw new SettingsError('S3_BUCKET and the others must be set to move files')
  await withDatabase(settings, async address => {
    const databases = openDatabases(address, 2)
    try {
      if (to && objects) await moveAll(databases, objects, to)
      const { inside, outside } = await countFiles(databases.ownerPool)
      console.log(`${inside} files in the database, ${outside} in ${objects?.address ?? 'a bucket'}`)
    } finally {
      await databases.close()
      objects?.close()
    }
  })
}

type Databases = Pick<ReturnType<typeof openDatabases>, 'db' | 'ownerPool'>

async function moveAll({ db, ownerPool }: Databases, objects: ObjectStore, to: 'to-bucket' | 'to-database') {
  if (to === 'to-bucket') {
    await takeOverBucket(ownerPool, objects)
    while ((await moveOut({ db, objects })) > 0);
    return
  }
  await moveAllIn({ db, objects }, key => console.log(`The bucket has lost ${key}`))
}
