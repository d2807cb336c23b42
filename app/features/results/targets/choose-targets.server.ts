import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { paidItem } from '#app/features/accesses/accesses.server.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { MAX_WEIGHT } from '#app/features/questionnaires/questionnaire.ts'
import { findQuestionnaire, newestVersionOfProduct } from '#app/features/questionnaires/questionnaires.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { storableJson } from '#app/kernel/text.ts'
import { asActor, readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import {
  type BySection,
  type ItemTargets,
  type OwnTargets,
  type TargetsEnd,
  targetName,
  weightName,
} from './targets.ts'

const level = z.coerce.number().int().min(1).max(5)
const importance = z.coerce.number().int().min(1).max(MAX_WEIGHT)

type Input = { userId: string; itemId: string }

const findItem = (db: Kysely<DB>, { userId, itemId }: Input) =>
  readAs(db, { kind: 'user', userId }, tx =>
    paidItem(tx, userId, itemId, 'coordinator')
      .select([
        'product.questionnaire_id',
        'item.section_targets',
        'item.section_weights',
        'item.result_mode',
        sql<TargetsEnd | null>`private.targets_end(item.id)`.as('end'),
        newestVersionOfProduct.as('version'),
      ])
      .where('item.mode', '=', 'business')
      .executeTakeFirst(),
  )

async function findOpen(db: Kysely<DB>, input: Input) {
  const item = await findItem(db, input)
  if (!item?.questionnaire_id || item.version === null) return undefined
  const questionnaire = await findQuestionnaire(db, item.questionnaire_id, item.version)
  return questionnaire && { questionnaire, item }
}

/** The targets of an item that can be changed; undefined when they are fixed, or not this user's to set. */
export async function findItemTargets(db: Kysely<DB>, input: Input): Promise<ItemTargets | undefined> {
  const found = await findOpen(db, input)
  if (!found || found.item.end !== null) return undefined
  const { questionnaire, item } = found
  return {
    until: item.result_mode === 'confidential' ? 'published' : 'answered',
    areas: questionnaire.sections.map(({ id, title, targetLevel, weight }) => ({
      id,
      name: title,
      target: { selected: item.section_targets[id] ?? targetLevel, proposed: targetLevel },
      weight: { selected: item.section_weights[id] ?? weight, proposed: weight },
    })),
    levels: questionnaire.levels.map(({ level, name }) => ({ level, name })),
  }
}

/** Why targets are fixed. */
const FIXED: Readonly<Record<TargetsEnd, string>> = {
  answered: 'Ya hay respuestas: los objetivos no se pueden cambiar.',
  published: 'Ya publicaste resultados: los objetivos no se pueden cambiar.',
}

type Form = Readonly<Record<string, string>>

/**
 * Sets target level and importance of each area of an item, until results are measured by them (see `TargetsEnd`). False: the user
 * manages no such purchase. @throws Refusal where they are fixed, or one is missing or wrong
 */
export async function chooseTargets(db: Kysely<DB>, { form, ...input }: Input & { form: Form }): Promise<boolean> {
  const chosen = await readTargets(db, { ...input, form })
  return chosen !== undefined && asActor(db, { kind: 'user', userId: input.userId }, tx => changeTargets(tx, chosen))
}

/** The targets that a form chooses for an item, beside those that it has. */
export type ChosenTargets = { itemId: string; before: OwnTargets; after: OwnTargets }

/** Whether a form has the targets of an item. */
export const hasTargets = (form: Form): boolean => Object.keys(form).some(name => name.startsWith('target.'))

/** Reads the targets of a form. Undefined: the user manages no such purchase. @throws Refusal where one is missing or wrong */
export async function readTargets(
  db: Kysely<DB>,
  { form, ...input }: Input & { form: Form },
): Promise<ChosenTargets | undefined> {
  const found = await findOpen(db, input)
  if (!found) return undefined
  const { sections } = found.questionnaire
  const section_targets = ownChoices(level, sections, section => [form[targetName(section.id)], section.targetLevel])
  const section_weights = ownChoices(importance, sections, section => [form[weightName(section.id)], section.weight])
  if (!section_targets || !section_weights) {
    return refuse('Elige un nivel y una importancia para cada área.', { status: 400 })
  }
  const before = { section_targets: found.item.section_targets, section_weights: found.item.section_weights }
  return { itemId: input.itemId, before, after: { section_targets, section_weights } }
}

/** `chooseTargets` in a transaction of the buyer. */
export async function changeTargets(tx: Transaction<DB>, { itemId, before, after }: ChosenTargets): Promise<boolean> {
  const { rows } = await sql<{ outcome: 'changed' | TargetsEnd | 'missing' }>`
    select private.choose_targets(
      ${itemId}::uuid, ${storableJson(after.section_targets)}::jsonb, ${storableJson(after.section_weights)}::jsonb
    ) as outcome`.execute(tx)
  const outcome = rows[0]?.outcome ?? 'missing'
  if (outcome === 'missing') return false
  if (outcome !== 'changed') refuse(FIXED[outcome])
  await writeAudit(tx, { action: 'targets_chosen', entity: 'order_items', entity_id: itemId, before, after })
  return true
}

/** What a form chose otherwise than the questionnaire proposes, by section; undefined where a field is missing or wrong. */
function ownChoices<Section extends { id: number }>(
  schema: z.ZodCoercedNumber,
  sections: readonly Section[],
  choiceOf: (section: Section) => [typed: string | undefined, proposed: number],
): BySection | undefined {
  const own: Record<string, number> = {}
  for (const section of sections) {
    const [typed, proposed] = choiceOf(section)
    const selected = schema.safeParse(typed)
    if (!selected.success) return undefined
    if (selected.data !== proposed) own[section.id] = selected.data
  }
  return own
}
