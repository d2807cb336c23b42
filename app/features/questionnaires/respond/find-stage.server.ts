import type { Kysely } from 'kysely'
import { isExpired, isJobRole, JOB_ROLES } from '#app/features/accesses/accesses.ts'
import { answerDeadline } from '#app/features/accesses/invitations/invitation.ts'
import type { Consultant } from '#app/features/organisations/organisations.ts'
import {
  clampSection,
  countAnswered,
  isAboutData,
  listClosedQuestions,
  runPath,
  toForm,
  workedSeconds,
} from '#app/features/questionnaires/questionnaire.ts'
import {
  type AnsweringActor,
  findAnswersOfAccess,
  findNewestQuestionnaire,
  findQuestionnaire,
} from '#app/features/questionnaires/questionnaires.server.ts'
import { withAnnouncedMinutes } from '#app/features/questionnaires/reading-time.ts'
import { answersByField } from '#app/features/questionnaires/runs/answers.server.ts'
import {
  type AnsweredAccess,
  findAccessContext,
  findAnsweredAccess,
  findRunOfAccess,
  type Run,
} from '#app/features/questionnaires/runs/runs.server.ts'
import type { Audience, PrivacyNotice, Stage } from '#app/features/questionnaires/stage.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { formatDate, formatLongDate } from '#app/kernel/dates.ts'
import { readAs, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { accessCode } from '#app/platform/secrets/access-code.server.ts'

type Input = {
  /** The slug of the page's product. */
  slug: string
  runId: string | undefined
  now: Date
}

export type FoundStage = Stage | { stage: 'elsewhere'; address: string }

/** An access that the browser answers, with its run if it has one. */
export type HeldAccess = {
  access: AnsweredAccess
  run: Run | undefined
  stored: Awaited<ReturnType<typeof findAnswersOfAccess>>
  context: Awaited<ReturnType<typeof findAccessContext>>
}

/**
 * What a respondent's address shows. Reads only.
 * @param held what `findHeldAccess` found for it
 */
export async function findStage(
  { db }: { db: Kysely<DB> },
  held: HeldAccess | undefined,
  input: Input,
): Promise<FoundStage> {
  if (!held) return { stage: 'access' }
  const { access, run, stored, context } = held
  if (!context?.questionnaire_id) return { stage: 'access' }
  if (context.slug !== input.slug) {
    return { stage: 'elsewhere', address: runPath(context.slug, access.id, input.runId) }
  }
  if (run?.status !== 'completed' && isExpired(access, input.now)) {
    return { stage: 'access', endedOn: formatDate(access.expires_at) }
  }
  const audience = describeAudience(context)
  if (!run) {
    if (input.runId !== undefined) return { stage: 'access' }
    const newest = await findNewestQuestionnaire(db, context.questionnaire_id, context.questionnaire_version)
    if (!newest) return { stage: 'access' }
    return {
      stage: 'respondent',
      accessId: access.id,
      values: prefilled(access, context.buyer_company),
      questionnaire: {
        title: newest.title,
        intro: newest.intro,
        legalNote: newest.legalNote,
        minutes: withAnnouncedMinutes(newest).estimatedMinutes,
        sections: newest.sections.length,
        questions: listClosedQuestions(newest).length,
        aboutData: isAboutData(newest.id),
      },
      asksAge: context.asks_age,
      deadline: formatLongDate(answerDeadline(context.due_at, access.expires_at)),
      audience,
      promised: context.result_mode,
      notice: notice(),
    }
  }
  if (input.runId === undefined) return { stage: 'elsewhere', address: runPath(input.slug, access.id, run.id) }
  if (input.runId !== run.id) return { stage: 'access' }
  const questionnaire = await findQuestionnaire(db, run.questionnaire_id, run.questionnaire_version)
  if (!questionnaire) throw new Error(`Run ${run.id} has no questionnaire`)
  const { answers, sequences } = answersByField(stored)
  if (run.status === 'completed') {
    const questions = listClosedQuestions(questionnaire)
    return {
      stage: 'complete',
      runId: run.id,
      title: questionnaire.title,
      durationSeconds: workedSeconds(run) ?? 0,
      answered: countAnswered(questions, answers),
      questions: questions.length,
      closedByBuyer: run.closed_by === 'buyer',
      aboutData: isAboutData(questionnaire.id),
    }
  }
  return {
    stage: 'assessment',
    runId: run.id,
    accessId: access.id,
    questionnaire: toForm(questionnaire),
    answers,
    sequences,
    currentSection: clampSection(questionnaire, run.current_section),
    serverTime: input.now.getTime(),
    activeSeconds: run.active_seconds,
    audience,
    notice: notice(),
  }
}

/**
 * The access of an address. The ids in it give no access: they count only with the browser's respondent session or for
 * the signed-in owner of that access (spec D16).
 * @param actors whom the browser's cookies say it to be
 */
export async function findHeldAccess(
  db: Kysely<DB>,
  { actors, accessId }: { actors: AsyncIterable<AnsweringActor>; accessId: string },
): Promise<HeldAccess | undefined> {
  for await (const actor of actors) {
    const reading = readAs(db, actor, tx =>
      allKeyed({
        access: findAnsweredAccess(tx, actor, accessId),
        run: findRunOfAccess(tx, accessId),
        stored: findAnswersOfAccess(tx, accessId),
      }),
    )
    // Read meanwhile by the shop, and shown only to whom the access is.
    const [{ access, run, stored }, context] = await Promise.all([
      reading,
      readAs(db, SYSTEM, tx => findAccessContext(tx, accessId)),
    ])
    if (access) return { access, run, stored, context }
  }
  return undefined
}

function describeAudience(context: {
  invited_by_user_id: string | null
  inviter_first_name: string
  inviter_last_name: string
  inviter_deleted_at: Date | null
  buyer_company: string | null
  organisation: string | null
  consultant: Consultant | null
  result_mode: ResultMode
  share_results: boolean
}): Audience {
  const confidential = context.result_mode === 'confidential'
  const organisation = context.organisation ?? undefined
  const consultant = context.consultant?.name
  const inviterOf = context.consultant?.is_theirs ? `${consultant}, para ${organisation}` : organisation
  if (context.invited_by_user_id === null) {
    return organisation === undefined
      ? { kind: 'oneself' }
      : { kind: 'organisation', organisation, consultant, confidential }
  }
  const hasLeft = context.inviter_deleted_at !== null && organisation !== undefined
  return {
    kind: 'buyer',
    name: hasLeft ? organisation : `${context.inviter_first_name} ${context.inviter_last_name}`.trim(),
    company: hasLeft ? undefined : (inviterOf ?? (context.buyer_company || undefined)),
    organisation,
    consultant,
    confidential,
    shares: context.share_results,
  }
}

/** The buyer may have selected a role; 'otro' says nothing about the position. */
const prefilledPosition = (role: string | null): string =>
  role === null || role === 'otro' ? '' : isJobRole(role) ? JOB_ROLES[role] : role

/** @param company of the purchase: whoever holds the own seat of one works there. */
const prefilled = (access: AnsweredAccess, company: string | null) => ({
  full_name: access.invitee_name || [access.first_name, access.last_name].filter(Boolean).join(' '),
  corporate_email: access.email,
  position: prefilledPosition(access.job_role),
  organizational_unit: access.department ?? '',
  data_role: '',
  company_name: access.invitee_company ?? (access.invited_by_user_id === null ? (company ?? '') : ''),
  invitation_code: accessCode(access.access_code),
})

function notice(): PrivacyNotice {
  const { version, title, templateNotice, summary, sections } = legalDocument('privacy_respondents')
  return { version, title, templateNotice, summary, sections }
}
