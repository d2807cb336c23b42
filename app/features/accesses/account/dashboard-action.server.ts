import { data, redirect } from 'react-router'
import { dashboardIntent, inviteeForm, inviteForm } from '#app/features/accesses/accesses-schema.server.ts'
import {
  ALREADY_INVITED,
  type DashboardAnswer,
  FINISH_FAILURES,
  FINISHED,
  INVITE_FAILURES,
  MISSING_FIELDS,
  SAVE_FAILURES,
  START_FAILURES,
  saved,
  unexpectedAnswer,
} from '#app/features/accesses/dashboard/dashboard.ts'
import { inviteRespondent } from '#app/features/accesses/invitations/invite-respondent.server.ts'
import { saveInvitee } from '#app/features/accesses/invitations/save-invitee.server.ts'
import { INVITE_FIELDS, INVITEE_FIELDS } from '#app/features/accesses/person-fields.ts'
import { requireUser, type SessionUser } from '#app/features/identity/session.server.ts'
import { startOwnRun } from '#app/features/questionnaires/runs/begin-run.server.ts'
import { closeRunAsBuyer } from '#app/features/questionnaires/runs/complete-run.server.ts'
import { failedStep } from '#app/features/questionnaires/stage.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import { type Services, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/dashboard'

type ActionContext = { services: Services; user: SessionUser; form: Record<string, string>; now: Date }

const answer = (body: DashboardAnswer, status = 200) => data(body, status)

/** The dashboard's four forms. An unexpected failure is logged and shown with that form's text. */
export async function answerDashboard(args: Route.ActionArgs) {
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
    }
  } catch (error) {
    services.log.error('dashboard_action_failed', { intent: input.intent, ...describeError(error) })
    return answer(unexpectedAnswer(input.intent, failedStep(error)), isDatabaseOutage(error) ? 503 : 500)
  }
}

async function start({ services, user, now }: ActionContext, accessId: string) {
  const started = await startOwnRun(services, { user, accessId, now })
  if (started.ok) return redirect(started.value.url)
  return answer({ intent: 'start', ok: false, notice: START_FAILURES[started.error.code] }, 409)
}

async function finish({ services, user, now }: ActionContext, accessId: string) {
  const closed = await closeRunAsBuyer(services, { user, accessId, now })
  if (closed.ok) return answer({ intent: 'finish', ok: true, notice: FINISHED })
  return answer({ intent: 'finish', ok: false, notice: FINISH_FAILURES[closed.error.code] }, 409)
}

async function invite({ services, user, form, now }: ActionContext, itemId: string) {
  const values = typedValues(form, INVITE_FIELDS)
  const parsed = inviteForm.safeParse(form)
  if (!parsed.success)
    return answer({ intent: 'invite', ok: false, errors: firstMessagePerField(parsed.error), values }, 400)
  const invited = await inviteRespondent(services, { user, itemId, form: parsed.data, now })
  if (invited.ok) return answer({ intent: 'invite', ok: true, invitation: invited.value })
  const { code } = invited.error
  const errors = code === 'already_invited' ? { email: ALREADY_INVITED } : {}
  return answer({ intent: 'invite', ok: false, errors, values, notice: INVITE_FAILURES[code] }, 409)
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
  const outcome = await saveInvitee(services.db, { user, accessId, form: parsed.data, now })
  if (outcome.ok) return answer({ intent: 'save-invitee', ok: true, notice: saved(outcome.value) })
  const { code } = outcome.error
  const errors = code === 'already_invited' ? { email: ALREADY_INVITED } : {}
  return answer({ ...refused, errors, notice: SAVE_FAILURES[code] }, 409)
}
