import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { paidItem } from '#app/features/accesses/accesses.server.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { asActor, readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { newToken } from '#app/platform/http/token-cookie.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { linkFields, MOST_LINKS, type ResultLink, SHOWN_LINKS } from './result-links.ts'

export const makeLinkForm = z.object({ ...shapeOf(linkFields) }).transform(({ label, days }) => ({
  label,
  days: Number(days),
}))

export const revokeLinkForm = z.object({ link: z.uuid() })

type Managing = { userId: string; itemId: string; now: Date }

/** The links to the results of a company purchase; undefined for who doesn't manage it, and of a workshop, which has no results. */
export const findResultLinks = (db: Kysely<DB>, { userId, itemId, now }: Managing): Promise<ResultLink[] | undefined> =>
  readAs(db, { kind: 'user', userId }, async tx => {
    const [item, links] = await Promise.all([
      paidItem(tx, userId, itemId, 'coordinator')
        .select('item.id')
        .where('item.mode', '=', 'business')
        .where('product.questionnaire_id', 'is not', null)
        .executeTakeFirst(),
      sql<ResultLink>`select * from private.item_result_links(${itemId}::uuid, ${now}, ${SHOWN_LINKS})`.execute(tx),
    ])
    return item && links.rows
  })

/**
 * Makes a link to the results of a company purchase. Undefined: the user doesn't manage it.
 * @param days until when it opens: the end of that day in Santiago. @returns its token, which is stored nowhere. @throws Refusal
 */
export const makeResultLink = (
  db: Kysely<DB>,
  { userId, itemId, now, label, days }: Managing & { label: string; days: number },
): Promise<string | undefined> =>
  asActor(db, { kind: 'user', userId }, async tx => {
    const token = newToken()
    const { rows } = await sql<{ outcome: 'made' | 'full' | 'missing' }>`
      select private.make_result_link(${itemId}::uuid, ${digestOf(token)}, ${label}, ${days}, ${now}) as outcome`.execute(
      tx,
    )
    const outcome = rows[0]?.outcome ?? 'missing'
    if (outcome === 'missing') return undefined
    if (outcome === 'full') {
      refuse(
        `Esta compra ya tiene ${MOST_LINKS} enlaces vigentes. Revoca uno que ya no haga falta y vuelve a intentarlo.`,
      )
    }
    await writeAudit(tx, { action: 'result_link_made', entity: 'order_items', entity_id: itemId, after: { days } })
    return token
  })

/** Closes an open link of a purchase that the user manages, for good. @throws Refusal where there is no such one */
export const revokeResultLink = (
  db: Kysely<DB>,
  { userId, itemId, now, link }: Managing & { link: string },
): Promise<boolean> =>
  asActor(db, { kind: 'user', userId }, async tx => {
    const { rows } = await sql<{ revoked: boolean }>`
      select private.revoke_result_link(${itemId}::uuid, ${link}::uuid, ${now}) as revoked`.execute(tx)
    if (rows[0]?.revoked !== true) return refuse('Este enlace ya estaba cerrado: venció o alguien lo revocó.')
    await writeAudit(tx, { action: 'result_link_revoked', entity: 'order_items', entity_id: itemId, after: { link } })
    return true
  })
