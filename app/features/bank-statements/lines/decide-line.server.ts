import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import type { AdminActor } from '#app/features/bank-statements/import/import-statement.server.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { decideLine, lockLines, markSurplusReturned, reopenLine } from './bank-lines.server.ts'

const lineTaken = () => new Refusal('Otra persona ya decidió este abono: mira abajo cómo quedó.')

type Input = { actor: AdminActor; lineId: string; now: Date }

/** Sets an undecided credit aside: it is from no sale. @throws Refusal */
export const setAside = (db: Kysely<DB>, input: Input & { note: string }) =>
  decide(db, { ...input, state: 'set_aside' })

/** Records that an undecided credit was given back whole, by a transfer of the staff. @throws Refusal */
export const recordReturn = (db: Kysely<DB>, input: Input & { note: string }) =>
  decide(db, { ...input, state: 'returned' })

const decide = (
  db: Kysely<DB>,
  { actor, lineId, note, state, now }: Input & { note: string; state: 'set_aside' | 'returned' },
): Promise<void> =>
  asActor(db, actor, async tx => {
    const [line] = await lockLines(tx, [lineId])
    if (line?.state !== 'open') throw lineTaken()
    await decideLine(tx, lineId, { state, note, now })
    await writeAudit(tx, {
      action: state === 'returned' ? 'bank_line_returned' : 'bank_line_set_aside',
      entity: 'bank_lines',
      entity_id: lineId,
      before: { status: 'open' },
      after: { status: state, amount_clp: line.amount, note },
    })
  })

/** Takes back a setting aside, or a link to an order that was paid before. What paid an order or was given back stays. @throws Refusal */
export const takeBack = (db: Kysely<DB>, { actor, lineId, now }: Input): Promise<void> =>
  asActor(db, actor, async tx => {
    const [line] = await lockLines(tx, [lineId])
    if (!line || (line.state !== 'set_aside' && line.state !== 'linked') || line.surplus > 0) throw lineTaken()
    await reopenLine(tx, line, now)
    await writeAudit(tx, {
      action: 'bank_line_taken_back',
      entity: 'bank_lines',
      entity_id: lineId,
      before: { status: line.state, ...(line.orderId !== null && { order_id: line.orderId }) },
      after: { status: 'open' },
    })
  })

/** Records that the staff gave back what an order did not need of a credit. @throws Refusal */
export const returnSurplus = (db: Kysely<DB>, { actor, lineId, now }: Input): Promise<void> =>
  asActor(db, actor, async tx => {
    const [line] = await lockLines(tx, [lineId])
    if (!line || line.surplus === 0 || line.surplusReturnedAt !== null) throw lineTaken()
    await markSurplusReturned(tx, line, now)
    await writeAudit(tx, {
      action: 'bank_line_surplus_returned',
      entity: 'bank_lines',
      entity_id: lineId,
      after: { surplus_clp: line.surplus },
    })
  })
