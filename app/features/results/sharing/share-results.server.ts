import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { paidItem } from '#app/features/accesses/accesses.server.ts'
import { plainBuyer } from '#app/features/accesses/invitations/invitation-mail.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { isPersonName } from '#app/features/identity/plain-names.ts'
import { GROUP_MIN } from '#app/features/results/consolidated/tallies.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { queueMails } from '#app/mails/outbox.server.ts'
import { asActor, readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Sharing } from './sharing.ts'

/** 'Compartir los resultados con quienes respondieron': an unchecked box sends nothing. */
export const sharingForm = z.object({
  intent: z.literal('choose-sharing'),
  share: z
    .literal('si')
    .optional()
    .transform(value => value === 'si'),
})

type Input = { userId: string; itemId: string }

/** Whether results are shared, and with how many they still can be; undefined where the user doesn't coordinate a company purchase. */
export const findSharing = (db: Kysely<DB>, { userId, itemId }: Input): Promise<Sharing | undefined> =>
  readAs(db, { kind: 'user', userId }, tx =>
    paidItem(tx, userId, itemId, 'coordinator')
      .select([
        'item.share_results as shared',
        sql<number>`(select count(*)::integer from private.unshared_results(item.id))`.as('waiting'),
        sql<number>`(select count(distinct access_id)::integer from private.untold_rounds(item.id))`.as('untold'),
        // The rule of `private.results_to_share`.
        sql<boolean>`item.result_mode = 'nominative' and (
          select count(*) from user_accesses seat where seat.order_item_id = item.id and seat.completed_at > coalesce((
            select max(sent.results_shared_at) from user_accesses sent where sent.order_item_id = item.id), '-infinity')) < ${GROUP_MIN}`.as(
          'withoutTeam',
        ),
      ])
      .where('item.mode', '=', 'business')
      .executeTakeFirst(),
  )

/** Sets whether who answered gets the results. False: the user manages no such purchase. */
export const chooseSharing = (
  db: Kysely<DB>,
  { userId, itemId, share }: Input & { share: boolean },
): Promise<boolean> =>
  asActor(db, { kind: 'user', userId }, async tx => {
    const { rows } = await sql<{ outcome: 'changed' | 'unchanged' | 'missing' }>`
      select private.choose_sharing(${itemId}::uuid, ${share}) as outcome`.execute(tx)
    const outcome = rows[0]?.outcome ?? 'missing'
    if (outcome === 'changed') {
      await writeAudit(tx, {
        action: 'sharing_chosen',
        entity: 'order_items',
        entity_id: itemId,
        before: { share_results: !share },
        after: { share_results: share },
      })
    }
    return outcome !== 'missing'
  })

type Claimed = { access_id: string; email: string; first_name: string | null }

/**
 * Sends everybody who completed a purchase, and has not got them, the own levels and the team's; and the team's of each later round to who had got them
 * before it was published. The mails hold no level: the worker reads them as it sends each (`lateData`). Undefined: the user manages no such purchase;
 * otherwise to how many people.
 * @throws Refusal where results are not shared, or nobody waits for them
 */
export const shareResults = (
  db: Kysely<DB>,
  { userId, itemId, now }: Input & { now: Date },
): Promise<number | undefined> =>
  asActor(db, { kind: 'user', userId }, async tx => {
    const item = await paidItem(tx, userId, itemId, 'coordinator')
      .innerJoin('profiles as me', join => join.on('me.id', '=', userId))
      .select(['item.share_results', 'item.result_mode', 'product.name', 'me.full_name', 'me.company'])
      .where('item.mode', '=', 'business')
      .executeTakeFirst()
    if (!item) return undefined
    if (!item.share_results) return refuse('Para enviarlos, guarda antes que compartes los resultados.')
    const { rows: told } = await sql<Claimed & { number: number }>`
      select * from private.claim_untold_rounds(${itemId}::uuid)`.execute(tx)
    const { rows: claimed } = await sql<Claimed>`
      select * from private.claim_shared_results(${itemId}::uuid, ${now})`.execute(tx)
    const people = claimed.length + new Set(told.map(({ access_id }) => access_id)).size
    if (people === 0) return refuse('No hay nadie a quien enviarlos por ahora.')
    const buyer = plainBuyer({ name: item.full_name ?? '', company: item.company })
    const known = ({ first_name: first }: Claimed) => ({
      nombre: first !== null && isPersonName(first) ? first : '',
      nombre_comprador: buyer.name,
      ...(buyer.company !== null && { empresa: buyer.company }),
      nombre_evaluacion: item.name,
    })
    const confidencial = item.result_mode === 'confidential'
    await queueMails(tx, [
      ...claimed.map(row => ({
        template: 'respondent_results' as const,
        recipient: row.email,
        accessId: row.access_id,
        params: { ...known(row), confidencial },
      })),
      ...told.map(row => ({
        template: 'respondent_team_results' as const,
        recipient: row.email,
        accessId: row.access_id,
        params: { ...known(row), numero_ronda: String(row.number) },
      })),
    ])
    await writeAudit(tx, { action: 'results_shared', entity: 'order_items', entity_id: itemId, after: { people } })
    return people
  })
