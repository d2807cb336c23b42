import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
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

/** The WebP of a stored picture. */
export async function findPicture(db: Kysely<DB>, id: string, size: 'wide' | 'card'): Promise<Buffer | undefined> {
  const row = await db.selectFrom('product_pictures').select(`${size} as bytes`).where('id', '=', id).executeTakeFirst()
  return row?.bytes
}
