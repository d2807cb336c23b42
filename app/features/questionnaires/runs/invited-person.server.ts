import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { InvitedPerson } from '#app/features/questionnaires/stage.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

type Invited = { slug: string; accessId: unknown }

/**
 * The e-mail that the link of an invitation is for; undefined for an id that is no invitation of this product. The id
 * is random and known from the mail only; even so, pages show the address masked.
 */
export async function findInvitedEmail(db: Kysely<DB>, { slug, accessId }: Invited): Promise<string | undefined> {
  const id = z.uuid().safeParse(accessId)
  if (!id.success) return undefined
  const found = await asActor(db, SYSTEM, tx =>
    tx
      .selectFrom('user_accesses as access')
      .innerJoin('assessments as product', 'product.id', 'access.assessment_id')
      .select('access.email')
      .where('access.id', '=', id.data)
      .where('product.slug', '=', slug)
      .where('access.invited_by_user_id', 'is not', null)
      .where('access.status', '<>', 'revoked')
      .executeTakeFirst(),
  )
  return found?.email
}

/** Whom the link of an invitation is for, as its page says it. */
export async function findInvitedPerson(
  db: Kysely<DB>,
  { slug, accessId }: { slug: string; accessId: string },
): Promise<InvitedPerson | undefined> {
  const email = await findInvitedEmail(db, { slug, accessId })
  return email === undefined ? undefined : { accessId, email: maskEmail(email) }
}

/** `ana.perez@x.cl` as `an•••@x.cl`: enough for its owner to recognise, and for nobody else to write to. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, at - 1))}•••${email.slice(at)}`
}
