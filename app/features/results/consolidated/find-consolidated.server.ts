import type { Kysely } from 'kysely'
import { findQuestionnaire } from '#app/features/questionnaires/published-questionnaires.server.ts'
import { closedQuestionsOf, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { formBlocks } from '#app/features/results/blocks.ts'
import { type Comparison, compare } from '#app/features/results/comparison.tsx'
import { type OwnTargets, withTargets } from '#app/features/results/targets/targets.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import {
  type ConsolidatedItem,
  type CountedItem,
  findConsolidatedItem,
  findOpenTexts,
  holdWaiting,
  insertBlock,
  tallyItems,
} from './consolidated.db.server.ts'
import { type ConsolidatedFigures, type ConsolidatedReport, writeConsolidated } from './consolidated.ts'
import { GROUP_MIN, type Tallies } from './tallies.ts'

/**
 * Consolidated results of an item; undefined for another buyer's. Three queries, however many people there are; people
 * waiting in a confidential item are counted first if they are enough (see blocks.ts).
 * @param mostTexts maximum open answers of each question; default: all.
 */
export async function findConsolidated(
  db: Kysely<DB>,
  userId: string,
  itemId: string,
  now: Date,
  { maxTexts }: { maxTexts?: number } = {},
): Promise<ConsolidatedReport | undefined> {
  let found = await readItem(db, userId, itemId, maxTexts)
  if (!found) return undefined
  if (found.item.result_mode === 'confidential' && found.waiting >= GROUP_MIN) {
    await countWaiting(db, itemId, now)
    found = (await readItem(db, userId, itemId, maxTexts)) ?? found
  }
  const { item, texts, counted, waiting } = found
  const confidential = item.result_mode === 'confidential'
  const own = await figuresOf(db, counted.get(item.id), texts, item)
  return {
    item: {
      id: item.id,
      product: item.product,
      order_number: item.order_number,
      seats: item.seats,
      mode: item.result_mode,
      frozen: counted.get(item.id)?.frozen ?? true,
    },
    participation: {
      seats: item.seats,
      invited: item.used_seats,
      // Who only sees results reads nobody who has not completed.
      started: confidential || !item.manages ? null : item.started,
      completed: item.completed,
    },
    waiting,
    missing: confidential && !own ? Math.max(0, GROUP_MIN - item.completed_invited) : 0,
    figures: own?.figures ?? null,
    comparison: own ? await comparisonOf(db, item, own, counted) : null,
  }
}

async function readItem(db: Kysely<DB>, userId: string, itemId: string, maxTexts?: number) {
  return asActor(db, { kind: 'user', userId }, async tx => {
    const item = await findConsolidatedItem(tx, userId, itemId)
    if (!item) return undefined
    const counted = await tallyItems(tx, item.earlier_id === null ? [item.id] : [item.id, item.earlier_id])
    const texts = await findOpenTexts(tx, item.id, maxTexts)
    return { item, counted, texts, waiting: counted.get(item.id)?.waiting ?? 0 }
  })
}

/** Counts who can be counted now; another request may have done so while this one waited for the item. */
const countWaiting = (db: Kysely<DB>, itemId: string, now: Date): Promise<void> =>
  asActor(db, SYSTEM, async tx => {
    const held = await holdWaiting(tx, itemId, now)
    if (!held) return
    for (const block of formBlocks(held.waiting, held)) await insertBlock(tx, itemId, block)
  })

type Written = { questionnaire: Questionnaire; figures: ConsolidatedFigures }

async function figuresOf(
  db: Kysely<DB>,
  counted: CountedItem | undefined,
  texts: Tallies['texts'],
  { result_mode, ...own }: Pick<ConsolidatedItem, 'result_mode'> & OwnTargets,
): Promise<Written | undefined> {
  if (!counted || counted.questionnaire_id === null || counted.questionnaire_version === null) return undefined
  const published = await findQuestionnaire(db, counted.questionnaire_id, counted.questionnaire_version)
  if (!published) throw new Error(`No questionnaire ${counted.questionnaire_id}`)
  const questionnaire = withTargets(published, own)
  const respondents = await countRespondents(db, questionnaire.id, counted.versions)
  return { questionnaire, figures: writeConsolidated(questionnaire, { ...counted, texts, respondents }, result_mode) }
}

/**
 * Number of people whose version has each question, where people answered several versions; undefined where all
 * answered the same.
 */
async function countRespondents(
  db: Kysely<DB>,
  questionnaireId: string,
  versions: CountedItem['versions'],
): Promise<ReadonlyMap<string, number> | undefined> {
  if (versions.length < 2) return undefined
  const respondents = new Map<string, number>()
  for (const { version, people } of versions) {
    const questionnaire = await findQuestionnaire(db, questionnaireId, version)
    for (const { field } of questionnaire ? closedQuestionsOf(questionnaire) : []) {
      respondents.set(field, (respondents.get(field) ?? 0) + people)
    }
  }
  return respondents
}

async function comparisonOf(
  db: Kysely<DB>,
  item: ConsolidatedItem,
  own: Written,
  counted: Map<string, CountedItem>,
): Promise<Comparison | null> {
  const { earlier_id, earlier_number, earlier_date, earlier_mode } = item
  if (earlier_id === null || earlier_number === null || earlier_date === null || earlier_mode === null) return null
  const earlier = await figuresOf(db, counted.get(earlier_id), [], {
    result_mode: earlier_mode,
    section_targets: {},
    section_weights: {},
  })
  if (!earlier) return null
  const found = compare(own.questionnaire, own.figures, {
    ...earlier,
    order_number: earlier_number,
    date: earlier_date,
  })
  return found.sections.length === 0 ? null : found
}
