import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { paidItem } from '#app/features/accesses/accesses.server.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { dueOn } from '#app/features/results/plan-actions/work-forms.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { storableJson } from '#app/kernel/text.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { asActor, readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { DECISION_PARTS, DECISION_PLACES, decisionFields, partName } from './decision-fields.ts'
import type { BoardDecision } from './decisions.ts'

/** What somebody made of the decisions, and its version. */
export type StoredDecisions = { decisions: readonly BoardDecision[]; version: number }

type Input = { userId: string; itemId: string }

const find = (tx: Transaction<DB>, itemId: string): Promise<StoredDecisions | undefined> =>
  tx
    .selectFrom('board_decisions')
    .select(['decisions', 'version'])
    .where('order_item_id', '=', itemId)
    .executeTakeFirst()

/** Undefined where nobody changed what is proposed, or the user does not see the results. */
export const findDecisions = (db: Kysely<DB>, { userId, itemId }: Input): Promise<StoredDecisions | undefined> =>
  readAs(db, { kind: 'user', userId }, tx => find(tx, itemId))

/** The form of the decisions. A place without a title asks for nothing and must be empty. */
export const decisionsForm = z
  .object({
    intent: z.literal('save-decisions'),
    /** 0: nobody has changed them. */
    version: z.coerce.number().int().min(0).max(2_147_483_647),
    ...shapeOf(decisionFields),
    ...Object.fromEntries(DECISION_PLACES.map(place => [partName(place, 'due_on'), dueOn])),
  })
  .transform((form, context) => {
    const read: Readonly<Record<string, unknown>> = form
    const decisions = DECISION_PLACES.flatMap((place): BoardDecision[] => {
      const { title, ask, who, work, due_on } = Object.fromEntries(
        DECISION_PARTS.map(part => [part, read[partName(place, part)]]),
      ) as BoardDecision
      if (title !== '') return [{ title, ask, who, work, due_on }]
      if (ask !== '' || who !== '' || work !== '' || due_on !== null) {
        context.addIssue({ code: 'custom', path: [partName(place, 'title')], message: 'Escribe la decisión.' })
      }
      return []
    })
    return { version: form.version, decisions }
  })

const CHANGED = 'Otra persona cambió las decisiones mientras escribías. Lo tuyo sigue aquí: revísalo y guarda otra vez.'

/** Stores the decisions, none of them as well. False: the user coordinates no such purchase. @throws Refusal where somebody else changed them */
export const saveDecisions = (
  db: Kysely<DB>,
  { decisions, version, ...input }: Input & z.infer<typeof decisionsForm>,
): Promise<boolean> =>
  change(db, input, async tx => {
    const written = sql<readonly BoardDecision[]>`${storableJson(decisions)}::jsonb`
    const stored =
      version === 0
        ? await tx
            .insertInto('board_decisions')
            .values({ order_item_id: input.itemId, decisions: written })
            .onConflict(conflict => conflict.column('order_item_id').doNothing())
            .returning('version')
            .execute()
        : await tx
            .updateTable('board_decisions')
            .set({ decisions: written, version: version + 1 })
            .where('order_item_id', '=', input.itemId)
            .where('version', '=', version)
            .returning('version')
            .execute()
    if (stored.length === 0) refuse(CHANGED, { status: 409 })
    return decisions.length
  })

/** Forgets what somebody made of them. False likewise. */
export const proposeAgain = (db: Kysely<DB>, input: Input): Promise<boolean> =>
  change(db, input, async tx => {
    await tx.deleteFrom('board_decisions').where('order_item_id', '=', input.itemId).execute()
    return null
  })

/** @param write returns how many decisions are stored then; null: what is proposed */
const change = (
  db: Kysely<DB>,
  { userId, itemId }: Input,
  write: (tx: Transaction<DB>) => Promise<number | null>,
): Promise<boolean> =>
  asActor(db, { kind: 'user', userId }, async tx => {
    const item = await paidItem(tx, userId, itemId, 'coordinator')
      .select('item.id')
      .where('item.mode', '=', 'business')
      .executeTakeFirst()
    if (!item) return false
    const before = (await find(tx, itemId))?.decisions.length ?? null
    await writeAudit(tx, {
      action: 'board_decisions_changed',
      entity: 'order_items',
      entity_id: itemId,
      before: { decisions: before },
      after: { decisions: await write(tx) },
    })
    return true
  })
