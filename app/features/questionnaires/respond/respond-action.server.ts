import type { Kysely } from 'kysely'
import { data, redirect } from 'react-router'
import { z } from 'zod'
import { sessionUser } from '#app/features/identity/session.server.ts'
import { refusedText } from '#app/features/questionnaires/evidence-texts.ts'
import { DAMA_SLUG, readAnswerText, runPath } from '#app/features/questionnaires/questionnaire.ts'
import {
  ACCESS_ENDED,
  ACCESS_UNREACHABLE,
  ALREADY_COMPLETED,
  accessEnded,
  accessError,
  COMPLETE_FAILED,
  INVALID_INVITATION,
  NOTHING_TO_ANSWER,
  OTHER_RUN,
  PROMISE_CHANGED,
  type RespondAnswer,
  START_FAILED,
} from '#app/features/questionnaires/respond-texts.ts'
import { ACCESS_FIELDS, OWN_FIELDS } from '#app/features/questionnaires/respondent.ts'
import {
  accessSchema,
  respondentSchemaFor,
  respondIntentSchema,
} from '#app/features/questionnaires/respondent-schema.server.ts'
import { beginRun } from '#app/features/questionnaires/runs/begin-run.server.ts'
import { completeRun } from '#app/features/questionnaires/runs/complete-run.server.ts'
import {
  answeringActors,
  browserCookie,
  findInvitedEmail,
  openAccess,
  readBrowser,
  respondentCookie,
} from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { findProductBySlug } from '#app/features/questionnaires/runs/runs.server.ts'
import { salePrice } from '#app/features/questionnaires/runs/sale-price.server.ts'
import { saveSection } from '#app/features/questionnaires/runs/save-answer.server.ts'
import type { StageProduct } from '#app/features/questionnaires/stage.ts'
import { unreachable } from '#app/kernel/result.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { withCookieMark } from '#app/platform/http/cookie-probe.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import { clientAddressContext, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/questionnaire'

/** /dama-assessment contains no slug: it is its own. */
const slugSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{1,79}$/)
  .default(DAMA_SLUG)

/**
 * The product whose questionnaire the address serves.
 * @throws 404 when there is none, as for a workshop.
 */
export async function findServedProduct(
  db: Kysely<DB>,
  params: { slug?: string | undefined },
): Promise<StageProduct & { id: string; questionnaireId: string; asksAge: boolean }> {
  const slug = slugSchema.safeParse(params.slug)
  const product = slug.success ? await findProductBySlug(db, slug.data) : undefined
  if (!product?.questionnaire_id) throw new Response('Not found', { status: 404 })
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    description: product.description_short,
    price: salePrice(product),
    asksAge: product.asks_age,
    questionnaireId: product.questionnaire_id,
  }
}

type Form = Record<string, string>

const START_FIELDS = [...OWN_FIELDS, 'age_declaration'] as const

const answer = (body: RespondAnswer, status = 200) => data(body, status)

/** The forms of the respondent's page. An unexpected failure is logged and shown with that form's text. */
export async function answerRespondent(args: Route.ActionArgs) {
  const services = servicesOf(args.context)
  const form = await readForm(args.request)
  const parsed = respondIntentSchema.safeParse(form)
  if (!parsed.success) throw data('Bad request', 400)
  const input = parsed.data
  try {
    // Before a respondent's session is looked for: an owner's own form is refused with its text kept, not taken for a stranger's.
    if (input.intent !== 'access') await sessionUser(args)
    switch (input.intent) {
      case 'access':
        return await access(args, form, input.run_id)
      case 'start':
        return await start(args, form, input)
      case 'complete':
        return await complete(args, input.access_id, input.run_id)
      case 'section':
        return await section(args, form, input)
    }
  } catch (error) {
    if (error instanceof Response) throw error
    services.log.error('respondent_action_failed', { intent: input.intent, ...describeError(error) })
    return answer(unexpected(input.intent, form), isDatabaseOutage(error) ? 503 : 500)
  }
}

async function access({ context, params, request }: Route.ActionArgs, form: Form, shownRun: string | undefined) {
  const { db, now, settings } = servicesOf(context)
  const values = typedValues(form, ACCESS_FIELDS)
  const { slug } = await findServedProduct(db, params)
  const parsed = accessSchema.safeParse({
    email: await findInvitedEmail(db, { slug, accessId: form.access_id }),
    ...form,
  })
  if (!parsed.success) return answer({ form: 'access', errors: firstMessagePerField(parsed.error), values }, 400)
  const browser = readBrowser(request, settings.appUrl)
  const opened = await openAccess(
    { db },
    { ...parsed.data, address: context.get(clientAddressContext), browser },
    now(),
  )
  if (opened.ok) {
    const { token, address, runId, confidential } = opened.value
    const headers = new Headers()
    headers.append('Set-Cookie', respondentCookie.set(token, settings.appUrl))
    if (confidential) headers.append('Set-Cookie', browserCookie.set(browser, settings.appUrl))
    if (shownRun === undefined) return redirect(withCookieMark(address, request, form), { headers })
    if (shownRun === runId)
      return data<RespondAnswer>({ form: 'access', errors: {}, values, opened: true }, { headers })
    return answer({ form: 'access', errors: {}, values, notice: accessError(OTHER_RUN) }, 409)
  }
  const { error } = opened
  const refused = { form: 'access', errors: {}, values } as const
  switch (error.code) {
    case 'invalid':
      return answer({ ...refused, notice: accessError(error.message) }, 400)
    case 'ended':
      return answer({ ...refused, notice: accessEnded(error) }, 409)
    case 'already_completed':
      return answer({ ...refused, notice: ALREADY_COMPLETED }, 409)
    case 'no_questionnaire':
      return answer({ ...refused, notice: accessError(NOTHING_TO_ANSWER) }, 409)
    default:
      return unreachable(error)
  }
}

type Start = { access_id: string; promised: ResultMode | 'unknown' }

async function start(args: Route.ActionArgs, form: Form, { access_id: accessId, promised }: Start) {
  const { db, now } = servicesOf(args.context)
  const { questionnaireId, asksAge } = await findServedProduct(db, args.params)
  const values = typedValues(form, START_FIELDS)
  const parsed = respondentSchemaFor(questionnaireId, asksAge).safeParse(form)
  if (!parsed.success) return answer({ form: 'start', errors: firstMessagePerField(parsed.error), values }, 400)
  const user = await sessionUser(args)
  const refused = { form: 'start', errors: {}, values } as const
  for await (const actor of answeringActors(args)) {
    const started = await beginRun(db, {
      actor,
      accessId,
      details: parsed.data,
      userId: user?.id,
      privacyNoticeVersion: legalDocument('privacy_respondents').version,
      promised,
      now: now(),
    })
    if (started.ok) return redirect(runPath(started.value.slug, accessId, started.value.runId))
    const { code } = started.error
    if (code === 'already_completed') return answer({ ...refused, notice: ALREADY_COMPLETED }, 409)
    if (code === 'expired') return answer({ ...refused, notice: ACCESS_ENDED }, 409)
    if (code === 'promise_changed') return answer({ ...refused, notice: PROMISE_CHANGED, renewed: true }, 409)
    if (code === 'no_questionnaire') return answer({ ...refused, notice: START_FAILED }, 409)
  }
  return answer({ ...refused, notice: accessError(INVALID_INVITATION) }, 403)
}

async function complete(args: Route.ActionArgs, accessId: string, runId: string) {
  const services = servicesOf(args.context)
  for await (const actor of answeringActors(args)) {
    const completed = await completeRun(services, actor, { runId, accessId, now: services.now() })
    if (completed.ok) return answer({ form: 'complete', done: true })
    if (completed.error.code === 'expired') return answer({ form: 'complete', done: false, notice: ACCESS_ENDED }, 409)
  }
  return answer({ form: 'complete', done: false, notice: COMPLETE_FAILED }, 403)
}

type SubmittedSection = { access_id: string; run_id: string; section: number; to: -1 | 1 }

/** The next page shows what was saved, and asks for e-mail and code when the session is lost. */
async function section(args: Route.ActionArgs, form: Form, requested: SubmittedSection) {
  const services = servicesOf(args.context)
  const { slug } = await findServedProduct(services.db, args.params)
  const saved = await saveSection(services, {
    actors: answeringActors(args),
    accessId: requested.access_id,
    runId: requested.run_id,
    section: requested.section,
    step: requested.to,
    form,
    now: services.now(),
  })
  if (!saved.ok && saved.error.code === 'refused') {
    const { fields } = saved.error
    const errors = Object.fromEntries(
      fields.map(field => [field, refusedText(field, readAnswerText(form[field] ?? ''))]),
    )
    return answer({ form: 'section', errors, values: typedValues(form, fields) }, 400)
  }
  return redirect(runPath(slug, requested.access_id, requested.run_id))
}

function unexpected(intent: 'access' | 'start' | 'complete' | 'section', form: Form): RespondAnswer {
  switch (intent) {
    case 'access':
      return {
        form: 'access',
        errors: {},
        values: typedValues(form, ACCESS_FIELDS),
        notice: accessError(ACCESS_UNREACHABLE),
      }
    case 'start':
      return { form: 'start', errors: {}, values: typedValues(form, START_FIELDS), notice: START_FAILED }
    case 'complete':
    case 'section':
      return { form: 'complete', done: false, notice: COMPLETE_FAILED }
  }
}
