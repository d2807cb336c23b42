import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { ADDRESS_MAILS_A_DAY, BUYER_MAILS_A_DAY, dayBefore } from './invitation-limits.ts'

export type MailRoom = {
  /** Invitations that the acting buyer may still send today. */
  mailsLeft: number
  /** What each address got today, by whichever buyer. */
  sentTo: ReadonlyMap<string, number>
  /** Those of the addresses that were sent as many today as anybody is, by whichever buyer. */
  flooded: Set<string>
}

/** How much may be sent today, to these addresses. Under `holdSeats` nobody else of this buyer's counts at the same time. */
export async function mailRoom(tx: Transaction<DB>, emails: readonly string[], now: Date): Promise<MailRoom> {
  const { rows } = await sql<{ recipient: string | null; sent: number }>`
    select * from private.count_invitations(${[...emails]}, ${dayBefore(now)})`.execute(tx)
  const own = rows.find(({ recipient }) => recipient === null)?.sent ?? 0
  const sentTo = new Map(rows.flatMap(({ recipient, sent }) => (recipient ? [[recipient, sent] as const] : [])))
  const flooded = [...sentTo].flatMap(([recipient, sent]) => (sent >= ADDRESS_MAILS_A_DAY ? [recipient] : []))
  return { mailsLeft: Math.max(0, BUYER_MAILS_A_DAY - own), sentTo, flooded: new Set(flooded) }
}

/** Whether one more invitation of the acting buyer may go to an address today. */
export async function mayMail(tx: Transaction<DB>, email: string, now: Date): Promise<boolean> {
  const { mailsLeft, flooded } = await mailRoom(tx, [email], now)
  return mailsLeft > 0 && !flooded.has(email)
}
