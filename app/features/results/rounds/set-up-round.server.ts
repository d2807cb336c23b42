import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { findParticipantsItem } from '#app/features/accesses/dashboard/participants.server.ts'
import { REMINDER_DAYS } from '#app/features/accesses/dashboard/participants.ts'
import { type Confirmation, confirmListed } from '#app/features/accesses/invitations/invitation-list.server.ts'
import { changeDueDate, changeReminders } from '#app/features/accesses/invitations/manage-invitation.server.ts'
import { changeResultMode } from '#app/features/accesses/invitations/result-mode.server.ts'
import {
  type ChosenTargets,
  changeTargets,
  hasTargets,
  readTargets,
} from '#app/features/results/targets/choose-targets.server.ts'
import { type Day, dayOf, parseDay } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ResultMode } from '#app/platform/database/values.ts'

const settingsForm = z.object({
  mode: z.enum(['nominative', 'confidential']).optional(),
  due: z.string().max(40).optional(),
  days: z.literal(['', ...REMINDER_DAYS.map(String)]).optional(),
})

/** What a form chooses for a round before its first invitation. What it leaves out stays as it is. */
type Settings = {
  mode: ResultMode | undefined
  due: Day | null | undefined
  days: number | null | undefined
  targets: ChosenTargets | undefined
}

type Item = { userId: string; itemId: string }
type Form = Readonly<Record<string, string>>

/** @throws Refusal of a wrong date or target, and of what no form of the shop has */
async function readSettings(db: Kysely<DB>, form: Form, item: Item): Promise<Settings> {
  const parsed = settingsForm.safeParse(form)
  if (!parsed.success) return refuse('Revisa las opciones y vuelve a intentarlo.', { status: 400 })
  const { mode, days, due: typed } = parsed.data
  const due = typed === undefined ? undefined : readDue(typed.trim())
  const targets = hasTargets(form) ? await readTargets(db, { ...item, form }) : undefined
  return { mode, due, days: days === undefined ? undefined : days === '' ? null : Number(days), targets }
}

const readDue = (typed: string): Day | null =>
  typed === ''
    ? null
    : (parseDay(typed) ?? refuse('Escribe una fecha válida, por ejemplo 21-12-2026.', { field: 'due' }))

/** Stores what differs from what is stored. False: the user coordinates no such purchase. @throws Refusal */
async function applySettings(
  tx: Transaction<DB>,
  { userId, itemId, now }: Item & { now: Date },
  { mode, due, days, targets }: Settings,
): Promise<boolean> {
  const item = await findParticipantsItem(tx, userId, itemId)
  if (!item) return false
  const isRead = item.mode === 'business' && item.questionnaire_id !== null
  if (isRead && mode !== undefined && !(await changeResultMode(tx, itemId, mode))) return false
  const stored = item.selected_due_at && dayOf(item.selected_due_at)
  if (due !== undefined && due !== stored) await changeDueDate(tx, { userId, itemId, day: due, now })
  if (days !== undefined && days !== item.reminder_days) await changeReminders(tx, { userId, itemId, days })
  if (targets && isOther(targets)) await changeTargets(tx, targets)
  return true
}

/** The numbers of sections are in order in both. */
const isOther = ({ before, after }: ChosenTargets): boolean =>
  JSON.stringify([before.section_targets, before.section_weights]) !==
  JSON.stringify([after.section_targets, after.section_weights])

/**
 * Saves what a form chooses for a round: who sees answers, the date and the reminders, and the targets. All of it or nothing.
 * @returns false: the user coordinates no such purchase @throws Refusal of a wrong choice, and of one that is fixed by now
 */
export async function saveRound(
  db: Kysely<DB>,
  { form, ...input }: Item & { form: Form; now: Date },
): Promise<boolean> {
  const settings = await readSettings(db, form, input)
  return asActor(db, { kind: 'user', userId: input.userId }, tx => applySettings(tx, input, settings))
}

/**
 * Sets a round up and invites everybody on a list, in one transaction: each invitation says who sees answers and until when, as the form
 * that was sent showed it. Repeated, it invites nobody again.
 * @returns how many people were invited, now or before; undefined where there is no such list @throws Refusal as `saveRound` and `confirmList`
 */
export async function inviteRound(
  db: Kysely<DB>,
  { form, ...input }: Confirmation & { form: Form },
): Promise<number | undefined> {
  const settings = await readSettings(db, form, input)
  return asActor(db, { kind: 'user', userId: input.userId }, tx =>
    confirmListed(tx, input, async () => {
      await applySettings(tx, input, settings)
    }),
  )
}
