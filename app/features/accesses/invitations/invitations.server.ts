import { type Kysely, sql, type Transaction } from 'kysely'
import { DAY_MS } from '#app/kernel/dates.ts'
import { storableJson } from '#app/kernel/text.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { ADDRESS_MAILS_A_DAY, BUYER_MAILS_A_DAY, dayBefore } from './invitation.ts'
import type { ListedPerson } from './invitation-list.ts'
import type { ListSource } from './list-source.ts'

export type MailRoom = {
  /** Invitations that the acting buyer may still send today. */
  mailsLeft: number
  /** Mails to each address today, from all buyers. */
  sentTo: ReadonlyMap<string, number>
  /** Addresses that reached the daily maximum, from all buyers. */
  flooded: Set<string>
}

/** The remaining mails for today, in total and per address. `lockSeats` prevents concurrent counts for this buyer. */
export async function mailRoom(tx: Transaction<DB>, emails: readonly string[], now: Date): Promise<MailRoom> {
  const { rows } = await sql<{ recipient: string | null; sent: number }>`
    select * from private.count_invitations(${[...emails]}, ${dayBefore(now)})`.execute(tx)
  const own = rows.find(({ recipient }) => recipient === null)?.sent ?? 0
  const sentTo = new Map(rows.flatMap(({ recipient, sent }) => (recipient ? [[recipient, sent] as const] : [])))
  const flooded = [...sentTo].flatMap(([recipient, sent]) => (sent >= ADDRESS_MAILS_A_DAY ? [recipient] : []))
  return { mailsLeft: Math.max(0, BUYER_MAILS_A_DAY - own), sentTo, flooded: new Set(flooded) }
}

export const TOO_MANY_MAILS =
  'Ya se enviaron muchas invitaciones hoy, a esta dirección o desde tu cuenta. Vuelve a intentarlo mañana.'

/** Whether the acting buyer may send one more invitation to an address today. */
export async function mayMail(tx: Transaction<DB>, email: string, now: Date): Promise<boolean> {
  const { mailsLeft, flooded } = await mailRoom(tx, [email], now)
  return mailsLeft > 0 && !flooded.has(email)
}

/** Maximum unconfirmed lists per item, which limits the table; the newest are stored. */
const KEPT = 5

/** Stores a list for its dry run. @returns its id. */
export async function insertDraft(
  tx: Transaction<DB>,
  input: { userId: string; itemId: string; people: readonly ListedPerson[]; source?: ListSource | undefined },
): Promise<string> {
  await tx
    .deleteFrom('invitation_drafts')
    .where('id', 'in', older =>
      older
        .selectFrom('invitation_drafts')
        .select('id')
        .where('order_item_id', '=', input.itemId)
        .where('user_id', '=', input.userId)
        .where('confirmed_at', 'is', null)
        .orderBy('created_at', 'desc')
        .offset(KEPT - 1),
    )
    .execute()
  const { id } = await tx
    .insertInto('invitation_drafts')
    .values({
      user_id: input.userId,
      order_item_id: input.itemId,
      rows: storableJson(input.people),
      source: input.source ? storableJson(input.source) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Requested = { userId: string; itemId: string; draftId: string }

/** A list of this buyer and item; undefined for another buyer's. */
export const findDraft = (tx: Transaction<DB>, { userId, itemId, draftId }: Requested) =>
  tx
    .selectFrom('invitation_drafts')
    .select(['id', 'rows', 'source', 'confirmed_at', 'invited'])
    .where('id', '=', draftId)
    .where('user_id', '=', userId)
    .where('order_item_id', '=', itemId)
    .executeTakeFirst()

/**
 * Marks a list as confirmed and clears it: the accesses have its people now. False: it was confirmed in the meantime.
 */
export async function finishDraft(
  tx: Transaction<DB>,
  { userId, draftId, invited, now }: { userId: string; draftId: string; invited: number; now: Date },
): Promise<boolean> {
  const finished = await tx
    .updateTable('invitation_drafts')
    .set({ rows: '[]', source: null, confirmed_at: now, invited })
    .where('id', '=', draftId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return finished !== undefined
}

/** Replaces the people of an unconfirmed list and how they were read. False: it is confirmed or does not exist. */
export async function replaceDraft(
  tx: Transaction<DB>,
  { userId, draftId, people, source }: Requested & { people: readonly ListedPerson[]; source?: ListSource },
): Promise<boolean> {
  const changed = await tx
    .updateTable('invitation_drafts')
    .set({ rows: storableJson(people), ...(source && { source: storableJson(source) }) })
    .where('id', '=', draftId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** E-mails that have a seat of an item, which the caller has found for whoever asks. */
export async function takenEmails(tx: Transaction<DB>, itemId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('user_accesses')
    .select('email')
    .where('order_item_id', '=', itemId)
    .where('status', '<>', 'revoked')
    .execute()
  return new Set(rows.map(({ email }) => email))
}

/**
 * Deletes lists older than a day: they hold personal data that nobody confirmed.
 * @returns 0, so that the worker waits for its next round.
 */
export async function purgeDrafts(db: Kysely<DB>, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  await asActor(db, SYSTEM, async tx => {
    await tx.deleteFrom('invitation_drafts').where('created_at', '<', dayAgo).execute()
    await tx.deleteFrom('access_imports').where('created_at', '<', dayAgo).execute()
  })
  return 0
}
