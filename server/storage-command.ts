import { openDatabases } from '#app/platform/database/database.server.ts'
import { SettingsError } from '#app/platform/env/setting.ts'
import { readSettings } from '#app/platform/env/settings.server.ts'
import { forgetLost, moveAllIn, moveOut } from '#app/platform/objects/move-files.server.ts'
import type { ObjectStore } from '#app/platform/objects/object-store.ts'
import { createS3Store, takeOverBucket } from '#app/platform/objects/s3-store.server.ts'
import { countFiles } from '#app/platform/objects/sweep-objects.server.ts'
import { withDatabase } from './backup-commands.ts'
import { projectRoot } from './project-root.ts'

/** Says where pictures and documents are, or moves all of them: `to-bucket`, `to-database`, and forgets what the bucket has lost: `forget-lost`. */
export async function moveStorage([to, lost]: readonly string[]): Promise<void> {
  const isKnown = to === undefined || to === 'to-bucket' || to === 'to-database'
  if (!isKnown || (lost !== undefined && (to !== 'to-database' || lost !== 'forget-lost'))) {
    throw new SettingsError('Say where to: npm run storage to-bucket, or to-database (forget-lost)')
  }
  const settings = readSettings(process.env, projectRoot)
  const objects = settings.objectStore && createS3Store(settings.objectStore)
  if (to && !objects) throw new SettingsError('S3_BUCKET and the others must be set to move files')
  await withDatabase(settings, async address => {
    const databases = openDatabases(address, 2)
    try {
      if (objects && to === 'to-bucket') await moveAllOut(databases, objects)
      if (objects && to === 'to-database') await moveBack(databases, objects, lost !== undefined)
      const { inside, outside } = await countFiles(databases.ownerPool)
      console.log(`${inside} files in the database, ${outside} in ${objects?.address ?? 'a bucket'}`)
    } finally {
      await databases.close()
      objects?.close()
    }
  })
}

type Databases = Pick<ReturnType<typeof openDatabases>, 'db' | 'ownerPool'>

async function moveAllOut({ db, ownerPool }: Databases, objects: ObjectStore): Promise<void> {
  await takeOverBucket(ownerPool, objects)
  while ((await moveOut({ db, objects })) > 0);
}

async function moveBack({ db, ownerPool }: Databases, objects: ObjectStore, forgets: boolean): Promise<void> {
  const { lost } = await moveAllIn({ db, objects })
  for (const { key } of lost) console.log(`The bucket has lost ${key}${forgets ? ': forgotten' : ''}`)
  if (forgets) await forgetLost(ownerPool, lost)
}
