import type { Kysely } from 'kysely'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { finishRun } from './complete-run.server.ts'
import { findQuestionnaire } from './published-questionnaires.server.ts'
import type { Section } from './questionnaire.ts'
import type { AnsweringActor } from './questionnaires.db.server.ts'
import { findAnsweredAccess, findRunOfAccess } from './runs.db.server.ts'
import { type GivenAnswer, writeAnswers } from './save-answer.server.ts'

export type SaveSection = {
  /** Whoever the sender may be; the first whose run it is saves. */
  actors: AsyncIterable<AnsweringActor>
  accessId: string
  runId: string
  /** The section that was on screen, from 1. */
  section: number
  /** To the section before or after it; after the last one the run is finished. */
  step: -1 | 1
  /** What was posted, by field. */
  form: Readonly<Record<string, string>>
  now: Date
}

/**
 * Saves a whole section and moves on, for a browser in which the page's script does not run. Answers, position and completion change
 * in one transaction; values that are no answer are left out.
 */
export async function saveSection(
  { db }: { db: Kysely<DB> },
  { actors, ...given }: SaveSection,
): Promise<Result<void, { code: 'not_allowed' }>> {
  for await (const actor of actors) {
    if (await saveAs(db, actor, given)) return ok(undefined)
  }
  return err({ code: 'not_allowed' })
}

function saveAs(db: Kysely<DB>, actor: AnsweringActor, given: Omit<SaveSection, 'actors'>): Promise<boolean> {
  const { accessId, runId, section, step, form, now } = given
  return asActor(db, actor, async tx => {
    const access = await findAnsweredAccess(tx, actor, accessId)
    const run = access?.run_id === runId ? await findRunOfAccess(tx, accessId) : undefined
    if (!run) return false
    const questionnaire = await findQuestionnaire(tx, run.questionnaire_id, run.questionnaire_version)
    if (!questionnaire) throw new Error(`Run ${run.id} has no questionnaire`)
    const saved = await writeAnswers(tx, questionnaire, {
      runId,
      accessId,
      answers: answersOf(questionnaire.sections[section - 1], form, now),
      currentSection: section + step,
      activeSeconds: run.active_seconds,
      now,
    })
    if (saved.state === 'not_allowed' || saved.state === 'expired') return false
    if (section + step > questionnaire.sections.length) await finishRun(tx, actor, { runId, accessId, now })
    return true
  })
}

function answersOf(section: Section | undefined, form: SaveSection['form'], now: Date): GivenAnswer[] {
  const posted = (field: string) => (Object.hasOwn(form, field) ? form[field] : undefined)
  const seq = now.getTime()
  return [
    ...(section?.questions ?? []).map(({ field }) => ({ field, value: Number(posted(field)), seq })),
    ...(section?.openQuestions ?? []).map(({ field }) => ({ field, value: posted(field) ?? '', seq })),
  ].filter(({ field }) => posted(field) !== undefined)
}
