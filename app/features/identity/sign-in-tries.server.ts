import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { AuthCaller } from './auth-call.server.ts'

/** What tries at a password are counted by, and how many there may be in 15 minutes. */
export type Tries = { subject: string; allowed: number }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Tries at an e-mail by browsers that never signed in to it; whether it has an account makes no difference. */
export const triesOfStrangers = (email: string): Tries => ({ subject: `email:${sha256(email)}`, allowed: 20 })

/** Tries of one browser that has signed in to the e-mail before: a stranger's tries do not count against it. */
export const triesOfDevice = (device: string): Tries => ({ subject: `device:${sha256(device)}`, allowed: 10 })

/** Tries at the password that a signed-in person is asked for again. */
export const triesOfOwner = (userId: string): Tries => ({ subject: `owner:${userId}`, allowed: 10 })

/** Links that one mailbox gets by asking, whoever asks: a flood of them is a nuisance, and one among many is clicked. */
export const linksTo = (email: string): Tries => ({ subject: `links:${sha256(email)}`, allowed: 5 })

/** Counts a try before the password is looked at. False: there were too many. */
export async function claimTry(
  { auth, db, now }: Pick<AuthCaller, 'auth' | 'db' | 'now'>,
  tries: Tries,
): Promise<boolean> {
  if (!auth.options.rateLimit.enabled) return true
  return asActor(db, VISITOR, async tx => {
    const { rows } = await sql<{ claimed: boolean }>`
      select private.claim_sign_in_try(${tries.subject}, ${tries.allowed}, ${now}) as claimed`.execute(tx)
    return rows[0]?.claimed ?? false
  })
}

/** The right password clears what was counted. */
export async function forgetTries(db: Kysely<DB>, tries: Tries): Promise<void> {
  await asActor(db, VISITOR, tx => sql`select private.forget_sign_in_tries(${tries.subject})`.execute(tx))
}
