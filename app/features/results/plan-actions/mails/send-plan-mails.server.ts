import { type Kysely, sql } from 'kysely'
import { plainBuyer } from '#app/features/accesses/invitations/invitation-mail.ts'
import { isWorkingHour } from '#app/features/accesses/invitations/remind-pending.server.ts'
import { isPersonName } from '#app/features/identity/plain-names.ts'
import { findPlan } from '#app/features/questionnaires/questionnaires.server.ts'
import { VIEW_PARAMETER } from '#app/features/results/shown.ts'
import { PLAN_VIEW } from '#app/features/results/views.ts'
import type { LateData } from '#app/mails/mail-params.ts'
import { queueMails } from '#app/mails/outbox.server.ts'
import { asActor, readAs, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { stopPath } from './optout-token.server.ts'
import { type DueAction, tellAction } from './told-actions.ts'

/** Mails per transaction. */
const BATCH = 100

type Claimed = {
  mail_id: string
  order_id: string
  order_item_id: string
  /** Of one person's own plan; null: of the purchase's. */
  own_access: string | null
  recipient: string
  owner_name: string
  product: string
  buyer: string
  company: string | null
}

/**
 * Writes to those who answer for actions of a purchase's plan, and to each person about the own plan, a week before the day of an action
 * and on it, on working days from 9 to 18 in Santiago. One mail a plan, person and occasion names all of them; no row of the outbox says which
 * (`latePlanActions`).
 * @returns how many mails, so that the worker continues while there are more.
 */
export async function sendPlanMails(db: Kysely<DB>, now: Date): Promise<number> {
  if (!isWorkingHour(now)) return 0
  return asActor(db, SYSTEM, async tx => {
    const { rows } = await sql<Claimed>`select * from private.claim_plan_mails(${now}, ${BATCH})`.execute(tx)
    await queueMails(
      tx,
      rows.map(row => {
        const buyer = plainBuyer({ name: row.buyer, company: row.company })
        return {
          template: 'plan_actions_due',
          id: row.mail_id,
          recipient: row.recipient,
          orderId: row.order_id,
          params: {
            nombre: isPersonName(row.owner_name) ? row.owner_name : '',
            nombre_comprador: buyer.name,
            ...(buyer.company !== null && { empresa: buyer.company }),
            nombre_evaluacion: row.product,
            plan_propio: row.own_access !== null,
            enlace_resultados: `/account/${row.own_access === null ? `items/${row.order_item_id}/results` : `results/${row.own_access}`}?${VIEW_PARAMETER}=${PLAN_VIEW}`,
          },
        }
      }),
    )
    return rows.length
  })
}

type Told = { actions: DueAction[]; own: boolean; answered: { id: string; version: number } | null }

/** What a mail about actions tells its recipient alone, read as it is sent: the staff, who read the outbox, read no plan. */
export const latePlanActions = (db: Kysely<DB>): Pick<LateData, 'plan_actions_due'> => ({
  async plan_actions_due({ id, recipient }) {
    const told = await readAs(db, SYSTEM, async tx => {
      const { rows } = await sql<{ told: Told | null }>`select private.plan_mail_told(${id}::uuid) as told`.execute(tx)
      return rows[0]?.told ?? undefined
    })
    if (!told) return undefined
    const plan = told.answered ? await findPlan(db, told.answered.id, told.answered.version) : undefined
    return {
      acciones: told.actions.map(action => tellAction(action, plan, told)),
      enlace_no_recibir: stopPath(recipient),
    }
  },
})

/** The owner of a mailbox, as a link to it showed, wants no more mails about actions. */
export const stopPlanMails = (db: Kysely<DB>, { email, now }: { email: string; now: Date }): Promise<void> =>
  asActor(db, SYSTEM, async tx => {
    await sql`select private.stop_plan_mails(${email}, ${now})`.execute(tx)
  })
