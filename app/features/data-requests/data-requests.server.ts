import { sql, type Transaction } from 'kysely'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { DataRequestKind } from '#app/platform/database/values.ts'

/** What was erased; `plan_actions`: those of plans that no longer name the person as their owner, beside the accesses' own. */
export type Erased = { accesses: number; answers: number; plan_actions: number }

/** Erases people and answers of the actor's accesses, or of those of an address for an administrator; of one access if named. */
export async function erasePersonalData(
  tx: Transaction<DB>,
  { email = null, accessId = null, now }: { email?: string | null; accessId?: string | null; now: Date },
): Promise<Erased> {
  const { rows } = await sql<{ erased: Erased | null }>`
    select private.erase_personal_data(${email}, ${accessId}, ${now}) as erased`.execute(tx)
  return rows[0]?.erased ?? { accesses: 0, answers: 0, plan_actions: 0 }
}

/** Blocks the actor's accesses, or those of an address for an administrator, or lifts the blocking. @returns how many changed */
export async function blockPersonalData(
  tx: Transaction<DB>,
  { email = null, blocked, now }: { email?: string | null; blocked: boolean; now: Date },
): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    select private.block_personal_data(${email}, ${blocked}, ${now}) as changed`.execute(tx)
  return rows[0]?.changed ?? 0
}

/** Whether invitations and reminders reach the actor's mailbox, or that of an address for an administrator. */
export async function objectToMails(
  tx: Transaction<DB>,
  { email = null, objected, now }: { email?: string | null; objected: boolean; now: Date },
): Promise<void> {
  await sql`select private.object_to_mails(${email}, ${objected}, ${now})`.execute(tx)
}

export type Correction = { accessId: string; firstName: string; lastName: string; department: string; jobRole: string }

/** Corrects name, area and post of one of the actor's accesses. False: it is no access of the actor. */
export async function correctPersonalData(tx: Transaction<DB>, corrected: Correction, now: Date): Promise<boolean> {
  const { accessId, firstName, lastName, department, jobRole } = corrected
  const { rows } = await sql<{ done: boolean }>`
    select private.correct_personal_data(${accessId}, ${firstName}, ${lastName}, ${department}, ${jobRole}, ${now}) as done`.execute(
    tx,
  )
  return rows[0]?.done ?? false
}

export type Filed = { id: string; number: string }

/** Records a request of the actor; with an answer it is carried out. Undefined: the actor's session has ended. */
export async function fileDataRequest(
  tx: Transaction<DB>,
  request: {
    kind: DataRequestKind
    details?: string | null
    dueAt: Date
    answer?: string | null
    proof?: unknown
    now: Date
  },
): Promise<Filed | undefined> {
  const { kind, details = null, dueAt, answer = null, proof, now } = request
  const { rows } = await sql<Filed>`
    select id, number from private.file_data_request(${kind}, ${details}, ${dueAt}, ${answer},
      ${proof === undefined ? null : storableJson(proof)}::jsonb, ${now})`.execute(tx)
  return rows[0]
}

/** Whether the actor filed a request of this kind since an instant. */
export async function filedLately(tx: Transaction<DB>, kind: DataRequestKind, since: Date): Promise<boolean> {
  const { rows } = await sql<{ filed: boolean }>`select private.filed_lately(${kind}, ${since}) as filed`.execute(tx)
  return rows[0]?.filed ?? false
}
