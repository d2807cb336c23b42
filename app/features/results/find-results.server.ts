import type { Kysely } from 'kysely'
import {
  type Answers,
  isAboutData,
  isKnownFact,
  listClosedQuestions,
  type Questionnaire,
  workedSeconds,
} from '#app/features/questionnaires/questionnaire.ts'
import { findAnswersOfAccess, findPlan, findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { answersByField } from '#app/features/questionnaires/runs/answers.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { makePlan } from './plan/action-plan.ts'
import { countsFromAnswers } from './plan/plan-counts.ts'
import { findPeople, findPlanActions } from './plan-actions/plan-actions.server.ts'
import type { Owner, PlanAction, WorkedPlan } from './plan-actions/plan-actions.ts'
import { workOn } from './plan-actions/worked-plan.ts'
import { levelWord, writeReport } from './report.ts'
import { findBoughtItem, findBoughtRun, runsOfItem } from './results.server.ts'
import { dateText, durationText, type ItemResults, PEOPLE_A_PAGE, type ResultsAnswer } from './results.ts'
import { scoreOverall } from './scoring.ts'
import { withTargets } from './targets/targets.ts'

/** What a buyer may read about one access of their own purchases. */
export async function findResults(
  db: Kysely<DB>,
  userId: string,
  accessId: string,
  { withPlan = false }: { withPlan?: boolean } = {},
): Promise<ResultsAnswer<WorkedPlan>> {
  const found = await readAs(db, { kind: 'user', userId }, async tx => {
    const [run, stored, actions, people] = await Promise.all([
      findBoughtRun(tx, userId, accessId),
      findAnswersOfAccess(tx, accessId),
      withPlan ? findPlanActions(tx, { accessId }) : [],
      withPlan ? findPeople(tx, { accessId }) : [],
    ])
    return run && { run, stored, actions, people }
  })
  if (!found) return { state: 'missing' }
  const { run, stored, actions, people } = found
  if (isConfidential(run)) return { state: 'confidential' }
  if (run.run_id === null) return { state: 'empty' }
  const questionnaire = withTargets(await readQuestionnaire(db, run), run)
  const person = {
    access_id: run.access_id,
    item_id: run.item_id,
    product: run.product,
    own: run.own,
    about_data: isAboutData(questionnaire.id),
    evaluee: {
      name: run.full_name ?? '',
      email: run.corporate_email ?? '',
      position: knownFact(run.position),
      unit: knownFact(run.organizational_unit),
      role: knownFact(run.data_role),
      company: knownFact(run.company_name),
    },
    duration: durationText(workedSeconds(run)),
    date: dateText(run.end_time),
    in_progress: run.end_time === null,
    closed_by_buyer: run.closed_by === 'buyer',
  }
  if (person.in_progress && !run.own) {
    const total = listClosedQuestions(questionnaire).length
    const report = { completeness: run.progress, answered: run.answered_closed, total }
    return { state: 'unfinished', results: { ...person, report } }
  }
  const { answers } = answersByField(stored)
  const work = run.own ? { stored: actions, people } : null
  const plan = withPlan && !person.in_progress ? await planAnswers(db, { questionnaire, answers, work }) : undefined
  return { state: 'found', results: { ...person, report: writeReport(questionnaire, answers), plan } }
}

type Planned = {
  questionnaire: Questionnaire
  answers: Answers
  /** Null for another person's: nobody works with that plan but its person. */
  work: { stored: readonly PlanAction[]; people: readonly Owner[] } | null
}

/** What to do next, of one person's own levels, with what the person made of it. */
async function planAnswers(db: Kysely<DB>, { questionnaire, answers, work }: Planned): Promise<WorkedPlan> {
  const plan = await findPlan(db, questionnaire.id, questionnaire.version)
  const counts = countsFromAnswers(questionnaire, answers)
  const planned = { questionnaire, plan, counts, people: 1, mode: 'nominative' } as const
  return work ? workOn(planned, work.stored, { edits: true, people: work.people }) : makePlan(planned)
}

/** A fact about who answered; empty where nothing is known. */
const knownFact = (stored: string | null): string => (stored !== null && isKnownFact(stored) ? stored : '')

const isConfidential = (access: { result_mode: ResultMode; own: boolean }): boolean =>
  access.result_mode === 'confidential' && !access.own

type Versioned = { questionnaire_id: string | null; questionnaire_version: number | null }

async function readQuestionnaire(db: Kysely<DB>, run: Versioned): Promise<Questionnaire> {
  const { questionnaire_id: id, questionnaire_version: version } = run
  const questionnaire = id === null || version === null ? undefined : await findQuestionnaire(db, id, version)
  if (!questionnaire) throw new Error(`No questionnaire ${id} version ${version}`)
  return questionnaire
}

/**
 * An item with a page of its people and their overall levels; undefined for an item that is not this buyer's.
 * @param requested the page, from 1; null: none of its people
 */
export async function findItemResults(
  db: Kysely<DB>,
  userId: string,
  itemId: string,
  requested: number | null = 1,
): Promise<ItemResults | undefined> {
  const found = await readAs(db, { kind: 'user', userId }, async tx => {
    const listRuns = (page: number) => runsOfItem(tx, userId, itemId, { offset: (page - 1) * PEOPLE_A_PAGE })
    const requestedPage = Math.max(1, requested ?? 1)
    const [item, runs] = await Promise.all([
      findBoughtItem(tx, userId, itemId),
      requested === null ? [] : listRuns(requestedPage),
    ])
    if (!item) return undefined
    const pages = Math.max(1, Math.ceil(item.used_seats / PEOPLE_A_PAGE))
    const page = Math.min(requestedPage, pages)
    return { item, page, pages, runs: requested === null || page === requestedPage ? runs : await listRuns(page) }
  })
  if (!found) return undefined
  const people: ItemResults['people'] = []
  for (const run of found.runs) {
    const questionnaire = run.questionnaire_id === null ? undefined : await readQuestionnaire(db, run)
    const overall = questionnaire && scoreOverall(questionnaire.sections, run.answers ?? {})
    const confidential = isConfidential(run)
    people.push({
      access_id: run.id,
      confidential,
      name: run.invitee_name ?? '',
      email: run.email,
      accessed_at: run.accessed_at,
      completed_at: run.completed_at,
      progress: run.progress,
      closed_by_buyer: run.closed_by === 'buyer',
      overall:
        questionnaire && overall && run.completed_at
          ? { ...overall, word: levelWord(questionnaire, overall.level) }
          : null,
    })
  }
  return { ...found.item, page: found.page, pages: found.pages, people }
}
