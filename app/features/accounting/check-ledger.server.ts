import { type Kysely, sql } from 'kysely'
import { alertRecipients } from '#app/features/identity/staff/alert-recipients.server.ts'
import { dayOf, formatDay, parseDay, startOfDay } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { queueMails } from '#app/mails/outbox.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** Days that one call compares. */
const BATCH = 31
/** A day's transactions have ended this long after its midnight; as in `private.check_ledger`. */
const CLOSING_MS = 3 * 3_600_000

const differencesText = (count: number): string => countOf(count, 'diferencia', 'diferencias')

/**
 * Compares the ledger with orders, refunds and chargebacks, day by day: each closed day of Santiago once, again every
 * night while it differs, and again after a late entry. A day that begins to differ is mailed to the owner.
 * @returns how many days it took, so that the worker continues while there are more.
 */
export function checkLedger(db: Kysely<DB>, now: Date): Promise<number> {
  const closedAt = new Date(startOfDay(dayOf(new Date(now.getTime() - CLOSING_MS))).getTime() + CLOSING_MS)
  return asActor(db, SYSTEM, async tx => {
    const { rows } = await sql<{ day: string; differences: number; before: number | null }>`
      select day::text, differences, before from private.check_ledger(${now}, ${closedAt}, ${BATCH})`.execute(tx)
    const red = rows.filter(({ differences, before }) => differences > 0 && !before)
    if (red.length > 0) {
      const count = differencesText(red.reduce((sum, { differences }) => sum + differences, 0))
      const days = red.flatMap(({ day, differences }) => {
        const known = parseDay(day)
        return known === undefined ? [] : [{ dia: formatDay(known), diferencia: differencesText(differences) }]
      })
      const recipients = await alertRecipients(tx)
      await queueMails(
        tx,
        recipients.map(({ email, first_name }) => ({
          template: 'ledger_difference',
          recipient: email,
          params: { nombre: first_name, cantidad_diferencias: count, dias: days, enlace_libro: '/admin/finance' },
        })),
      )
    }
    return rows.length
  })
}
