import { data, redirect } from 'react-router'
import { dashboardIntent, inviteeForm, singleInviteForm } from '#app/features/accesses/accesses-schema.server.ts'
import {
  type DashboardAnswer,
  FINISHED,
  MISSING_FIELDS,
  problem,
  reminded,
  saved,
  unexpectedAnswer,
} from '#app/features/accesses/dashboard/dashboard.ts'
import { inviteRespondent } from '#app/features/accesses/invitations/invite-respondent.server.ts'
import { remindPending } from '#app/features/accesses/invitations/remind-pending.server.ts'
import { saveInvitee } from '#app/features/accesses/invitations/save-invitee.server.ts'
import { ALREADY_INVITED, INVITE_FIELDS, INVITEE_FIELDS } from '#app/features/accesses/person-fields.ts'
import { requireUser, type SessionArgs, type SessionUser } from '#app/features/identity/session.server.ts'
import { startOwnRun } from '#app/features/questionnaires/runs/begin-run.server.ts'
import { closeRunAsBuyer } from '#app/features/questionnaires/runs/complete-run.server.ts'
import { failedStep } from '#app/features/questionnaires/stage.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import { type Services, servicesOf } from '#app/platform/services/services.server.ts'

type ActionContext = { services: Services; user: SessionUser; form: Record<string, string>; now: Date }

const answer = (body: DashboardAnswer, status = 200) => data(body, status)

/** The dashboard's forms, of which a purchase's page has some. An unexpected failure is logged and shown with that form's text. */
export async function answerDashboard(args: SessionArgs) {
  const user = await requireUser(args)
  const services = servicesOf(args.context)
  const form = await readForm(args.request)
  const parsed = dashboardIntent.safeParse(form)
  if (!parsed.success) throw data('Bad request', 400)
  const input = parsed.data
  const context: ActionContext = { services, user, form, now: services.now() }
  try {
    switch (input.intent) {
      case 'start':
        return await start(context, input.accessId)
      case 'finish':
        return await finish(context, input.accessId)
      case 'invite':
        return await invite(context, input.itemId)
      case 'save-invitee':
        return await save(context, input.accessId)
      case 'remind':
        return await remind(context, input.itemId)
    }
  } catch (error) {
    services.log.error('dashboard_action_failed', { intent: input.intent, ...describeError(error) })
    return answer(unexpectedAnswer(input.intent, failedStep(error)), isDatabaseOutage(error) ? 503 : 500)
  }
}

async function start({ services, user, now }: ActionContext, accessId: string) {
  try {
    return redirect(await startOwnRun(services, { user, accessId, now }))
  } catch (error) {
    const { notice, status } = refusedNotice(error)
    return answer({ intent: 'start', ok: false, notice }, status)
  }
}

async function finish({ services, user, now }: ActionContext, accessId: string) {
  try {
    await closeRunAsBuyer(services, { user, accessId, now })
    return answer({ intent: 'finish', ok: true, notice: FINISHED })
  } catch (error) {
    const { notice, status } = refusedNotice(error)
    return answer({ intent: 'finish', ok: false, notice }, status)
  }
}

async function remind({ services, user, now }: ActionContext, itemId: string) {
  try {
    const outcome = await remindPending(services.db, { user, itemId, now, onlyDue: true })
    return answer({ intent: 'remind', ok: outcome.sent > 0, notice: reminded(outcome) })
  } catch (error) {
    const { notice, status } = refusedNotice(error)
    return answer({ intent: 'remind', ok: false, notice }, status)
  }
}

async function invite({ services, user, form, now }: ActionContext, itemId: string) {
  const refused = { intent: 'invite', ok: false, values: typedValues(form, INVITE_FIELDS) } as const
  const parsed = singleInviteForm.safeParse(form)
  if (!parsed.success) return answer({ ...refused, errors: firstMessagePerField(parsed.error) }, 400)
  return answerNotice(refused, async () => {
    const invitation = await inviteRespondent(services, { user, itemId, form: parsed.data, now })
    return { intent: 'invite', ok: true, invitation }
  })
}

async function save({ services, user, form, now }: ActionContext, accessId: string) {
  const values = typedValues(form, INVITEE_FIELDS)
  const refused = { intent: 'save-invitee', ok: false, values } as const
  const parsed = inviteeForm.safeParse(form)
  if (!parsed.success) {
    const missing = INVITEE_FIELDS.some(field => values[field].trim() === '')
    const errors = firstMessagePerField(parsed.error)
    return answer({ ...refused, errors, ...(missing && { notice: MISSING_FIELDS }) }, 400)
  }
  return answerNotice(refused, async () => {
    const outcome = await saveInvitee(services.db, { user, accessId, form: parsed.data, now })
    return { intent: 'save-invitee', ok: true, notice: saved(outcome) }
  })
}

type Refused = Omit<Extract<DashboardAnswer, { ok: false; values: object }>, 'errors' | 'notice'>

/** The answer of a form, or its refusal as a toast, with what was typed; an address that has a seat already is marked. */
async function answerNotice(refused: Refused, work: () => Promise<DashboardAnswer>) {
  try {
    return answer(await work())
  } catch (error) {
    const { notice, field, status } = refusedNotice(error)
    return answer({ ...refused, errors: field === 'email' ? { email: ALREADY_INVITED } : {}, notice }, status)
  }
}

/** A refusal as a toast. @throws whatever is no refusal */
function refusedNotice(error: unknown) {
  if (!(error instanceof Refusal)) throw error
  const { title, message, field, status } = error
  return { notice: title === undefined ? problem(message) : problem(title, message), field, status }
}
