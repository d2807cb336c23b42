import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { FILE_COLUMNS, type FileLocation, fileLocation } from '#app/platform/objects/file-columns.ts'
import type { CoverPhoto } from '#app/platform/pictures/cover-photo.server.ts'
import { pictureAddress } from './picture-address.ts'

/** Stores a picture under the hash of its content. @returns its address; the same picture has the same one. */
export async function storePicture(tx: Transaction<DB>, { wide, card }: CoverPhoto): Promise<string> {
  const id = createHash('sha256').update(wide).digest('hex').slice(0, 32)
  await tx
    .insertInto('product_pictures')
    .values({ id, wide, card })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
  return pictureAddress(id)
}

const COLUMNS = { wide: FILE_COLUMNS.widePicture, card: FILE_COLUMNS.cardPicture }

/** Where the WebP of a stored picture is. */
export async function findPicture(
  db: Kysely<DB>,
  id: string,
  size: 'wide' | 'card',
): Promise<FileLocation | undefined> {
  const row = await db
    .selectFrom('product_pictures')
    .select(['id', `${size} as bytes`, `${size}_sha256 as digest`])
    .where('id', '=', id)
    .executeTakeFirst()
  return fileLocation(COLUMNS[size], row)
}
