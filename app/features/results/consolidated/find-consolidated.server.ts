import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { listClosedQuestions, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { findPlan, findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { showBenchmark } from '#app/features/results/benchmark/shown-benchmark.server.ts'
import { compare, type Measured, type PairedSums } from '#app/features/results/change/compare.server.ts'
import { type Baseline, baselineKey, type Comparison } from '#app/features/results/change/comparison.ts'
import { findBegunActions } from '#app/features/results/change/finished-actions.server.ts'
import { type BegunAction, compareFinished } from '#app/features/results/change/finished-actions.ts'
import { writeTrend } from '#app/features/results/change/trend.server.ts'
import { type Trend, trendBaselines } from '#app/features/results/change/trend.ts'
import { makePlan } from '#app/features/results/plan/action-plan.ts'
import { countsFromTallies } from '#app/features/results/plan/plan-counts.ts'
import { findPeople, findPlanActions } from '#app/features/results/plan-actions/plan-actions.server.ts'
import type { Owner, PlanAction, WorkedPlan } from '#app/features/results/plan-actions/plan-actions.ts'
import { workOn } from '#app/features/results/plan-actions/worked-plan.ts'
import { addRounds } from '#app/features/results/rounds/add-rounds.ts'
import { findRounds, type PublishedRound } from '#app/features/results/rounds/rounds.server.ts'
import type { Shown } from '#app/features/results/shown.ts'
import { type OwnTargets, withTargets } from '#app/features/results/targets/targets.ts'
import { findOpenAnswers } from '#app/features/results/themes/themes.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import {
  type ConsolidatedItem,
  type CountedItem,
  comparedItems,
  findConsolidatedItem,
  findPairs,
  tallyItems,
} from './consolidated.server.ts'
import { type ConsolidatedReport, writeConsolidated } from './consolidated.ts'
import type { Tallies } from './tallies.ts'

type Asked = Shown & {
  /** Maximum open answers of each question; default: all. */
  maxTexts?: number
  /** Whether to find the themes of all open answers. */
  withThemes?: boolean
  /** Whether to make the plan, whose texts only who shows it needs. */
  withPlan?: boolean
  /** Whether to add the measurements before it, which takes counting them, and what became of the actions of the last one's plan. */
  withTrend?: boolean
}

/**
 * Consolidated results of an item; undefined for another buyer's. A nominative item is counted as it is now, in the same number of queries
 * however many people there are. A confidential one shows its rounds as they were published: looking computes nothing.
 */
export async function findConsolidated(
  db: Kysely<DB>,
  userId: string,
  itemId: string,
  asked: Asked = {},
): Promise<ConsolidatedReport<WorkedPlan> | undefined> {
  const { base, withPlan = false, withTrend = false } = asked
  const found = await readAs(db, { kind: 'user', userId }, tx => {
    const ids = comparedItems(tx, userId, itemId, { base, withTrend })
    return readReport(tx, itemId, ids, asked, {
      item: findConsolidatedItem(tx, userId, itemId),
      worked: withTrend ? findBegunActions(tx, ids) : [],
      stored: withPlan ? findPlanActions(tx, { itemId }) : [],
      people: withPlan ? findPeople(tx, { itemId }) : [],
    })
  })
  return found && writeReport(db, found, asked)
}

/** What is read in another way by who reads by a role and by who has a link. */
type Reading = {
  item: ConsolidatedItem | undefined | Promise<ConsolidatedItem | undefined>
  worked: readonly BegunAction[] | Promise<BegunAction[]>
  stored: readonly PlanAction[] | Promise<PlanAction[]>
  people: readonly Owner[] | Promise<Owner[]>
}

/** Everything that a report is written from, as the actor may see it. @param ids the item and those that it is compared with */
export async function readReport(
  tx: Transaction<DB>,
  itemId: string,
  ids: RawBuilder<string[]>,
  asked: Asked,
  reading: Reading,
) {
  const [item, counted, rounds, open, pairs, worked, stored, people] = await Promise.all([
    reading.item,
    tallyItems(tx, ids),
    findRounds(tx, ids),
    findOpenAnswers(tx, itemId, asked),
    findPairs(tx, ids),
    reading.worked,
    reading.stored,
    reading.people,
  ])
  if (!item) return undefined
  const own = rounds.filter(round => round.order_item_id === item.id)
  const addable = own.length > 1 && own.every(round => isSameVersion(round, own[0]))
  const last = own.find(({ number }) => number === asked.round) ?? own.at(-1)
  const sum = addable && asked.round === 'all'
  const shown = sum && last ? { ...last, tallies: addRounds(own.map(({ tallies }) => tallies)) } : last
  // A purchase has one plan to work with, which stands beside its last round.
  const work = item.mode === 'business' && shown === own.at(-1) ? { stored, people: item.manages ? people : [] } : null
  return { item, counted, rounds, own, addable, sum, shown, open, pairs, worked, work }
}

/** The report of what was read. */
export async function writeReport(
  db: Kysely<DB>,
  found: NonNullable<Awaited<ReturnType<typeof readReport>>>,
  { base, withPlan = false, withTrend = false }: Asked,
): Promise<ConsolidatedReport<WorkedPlan>> {
  const { item, counted, own, addable, sum, shown, open, work } = found
  const confidential = item.result_mode === 'confidential'
  const baselines = item.baselines.map(({ measured_at, ...baseline }) => ({
    ...baseline,
    measured_at: new Date(measured_at),
  }))
  const baseline = baselines.find(each => baselineKey(each) === base) ?? baselines[0]
  const written = confidential
    ? shown && (await figuresOfRound(db, shown, open, item))
    : await writeFigures(db, counted.get(item.id), open, item)
  return {
    item: {
      id: item.id,
      product: item.product,
      order_number: item.order_number,
      seats: item.seats,
      mode: item.result_mode,
      measured_at: measuredAt(found),
      frozen: counted.get(item.id)?.frozen ?? true,
    },
    participation: {
      seats: item.seats,
      invited: item.asked,
      // Who only sees results reads nobody who has not completed.
      started: confidential || !item.manages ? null : item.started,
      completed: item.completed,
    },
    rounds: own.map(({ number, closed_at, tallies }) => ({ number, closed_at, people: tallies.people })),
    addable,
    round: sum ? 'all' : (shown?.number ?? null),
    waiting: counted.get(item.id)?.waiting ?? 0,
    figures: written?.figures ?? null,
    benchmark: written ? showBenchmark(item.benchmark, written.questionnaire) : null,
    baselines,
    selected: baseline && baselineKey(baseline) === base ? base : null,
    comparison: written && baseline ? await findComparison(db, written, baseline, found) : null,
    trend: written && withTrend ? await findTrend(db, written, baselines, found) : null,
    plan:
      written && withPlan
        ? await planFigures(db, written, { mode: item.result_mode, edits: item.manages, work })
        : undefined,
  }
}

const isSameVersion = (a: PublishedRound, b: PublishedRound | undefined): boolean =>
  a.questionnaire_id === b?.questionnaire_id && a.questionnaire_version === b.questionnaire_version

type Open = Pick<Tallies, 'texts' | 'themes'>
type Written = Measured & {
  /** What the figures were written from. */
  tallies: Pick<Tallies, 'options' | 'people' | 'respondents'>
}

type Work = {
  mode: ResultMode
  edits: boolean
  work: { stored: readonly PlanAction[]; people: readonly Owner[] } | null
}

/** The plan of the shown figures, from the same counts, with what was made of it. */
async function planFigures(
  db: Kysely<DB>,
  { questionnaire, tallies }: Written,
  { mode, edits, work }: Work,
): Promise<WorkedPlan> {
  const plan = await findPlan(db, questionnaire.id, questionnaire.version)
  const planned = { questionnaire, plan, counts: countsFromTallies(tallies, mode), people: tallies.people, mode }
  return work ? workOn(planned, work.stored, { edits, people: work.people }) : makePlan(planned)
}

async function figuresOfRound(
  db: Kysely<DB>,
  { questionnaire_id, questionnaire_version, tallies }: PublishedRound,
  open: Open,
  own: OwnTargets & { reporting_groups?: readonly unknown[] },
): Promise<Written> {
  const questionnaire = await readQuestionnaire(db, questionnaire_id, questionnaire_version, own)
  const grouped = (own.reporting_groups ?? []).length > 0
  const figures = writeConsolidated(questionnaire, { ...tallies, ...open, grouped }, 'confidential')
  return { questionnaire, figures, tallies, mode: 'confidential' }
}

async function writeFigures(
  db: Kysely<DB>,
  counted: CountedItem | undefined,
  open: Open,
  own: OwnTargets,
): Promise<Written | undefined> {
  if (!counted || counted.questionnaire_id === null || counted.questionnaire_version === null) return undefined
  const { questionnaire_id, questionnaire_version, versions } = counted
  const questionnaire = await readQuestionnaire(db, questionnaire_id, questionnaire_version, own)
  const respondents = await countRespondents(db, questionnaire.id, versions)
  const tallies = { ...counted, ...open, respondents }
  const figures = writeConsolidated(questionnaire, tallies, 'nominative')
  return { questionnaire, figures, tallies, mode: 'nominative' }
}

async function readQuestionnaire(db: Kysely<DB>, id: string, version: number, own: OwnTargets): Promise<Questionnaire> {
  const published = await findQuestionnaire(db, id, version)
  if (!published) throw new Error(`No questionnaire ${id}`)
  return withTargets(published, own)
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
    for (const { field } of questionnaire ? listClosedQuestions(questionnaire) : []) {
      respondents.set(field, (respondents.get(field) ?? 0) + people)
    }
  }
  return respondents
}

const NO_TEXTS: Open = { texts: [] }
const NO_TARGETS: OwnTargets = { section_targets: {}, section_weights: {} }

type Compared = {
  counted: Map<string, CountedItem>
  /** The rounds of the item and of those that it is compared with. */
  rounds: readonly PublishedRound[]
  pairs: readonly PairedSums[]
  worked: readonly BegunAction[]
}

/**
 * With an earlier purchase, never with another round of the same one: those are other people of one measurement (spec D56). A
 * confidential one is compared by the figures of a round, as they were published.
 */
async function findComparison(
  db: Kysely<DB>,
  own: Written,
  baseline: Baseline,
  { pairs, worked, ...compared }: Compared,
): Promise<Comparison | null> {
  const earlier = await figuresOfBaseline(db, baseline, compared)
  if (!earlier) return null
  const found = compare(own, { ...earlier, baseline }, pairs)
  return found.sections.length === 0 ? null : { ...found, finished: compareFinished(own, earlier, worked) }
}

/** The figures that an earlier measurement shows; undefined where nobody is counted any more. */
async function figuresOfBaseline(
  db: Kysely<DB>,
  { order_item_id: id, round_number: number }: Baseline,
  { counted, rounds }: Pick<Compared, 'counted' | 'rounds'>,
): Promise<Written | undefined> {
  if (number === null) return writeFigures(db, counted.get(id), NO_TEXTS, NO_TARGETS)
  const round = rounds.find(each => each.order_item_id === id && each.number === number)
  return round && figuresOfRound(db, round, NO_TEXTS, NO_TARGETS)
}

type Placed = Pick<Compared, 'counted' | 'rounds'> & {
  item: { order_number: string; bought_at: Date }
  /** The round that is shown, or the last of all of them. */
  shown: PublishedRound | undefined
  sum: boolean
}

/** What is shown, after the measurements before it. */
async function findTrend(
  db: Kysely<DB>,
  own: Written,
  baselines: readonly Baseline[],
  { item, shown, sum, ...compared }: Placed,
): Promise<Trend | null> {
  const found = await Promise.all(
    trendBaselines(baselines).map(async baseline => {
      const { order_number, round_number: round, measured_at } = baseline
      const figures = await figuresOfBaseline(db, baseline, compared)
      return figures ? [{ ...figures, order_number, round, measured_at }] : []
    }),
  )
  const round = sum ? 'all' : (shown?.number ?? null)
  const measured_at = measuredAt({ item, shown })
  return writeTrend({ ...own, order_number: item.order_number, round, measured_at }, found.flat())
}

const measuredAt = ({ item, shown }: Pick<Placed, 'item' | 'shown'>): Date =>
  new Date(shown?.closed_at ?? item.bought_at)
