import { data } from 'react-router'
import { z } from 'zod'
import { requireUser, sessionUser } from '#app/features/identity/session.server.ts'
import { answeringActors } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { findRating, hideAuthor, rateAccess, ratingForm } from '#app/features/reviews/rate-access.server.ts'
import { NAME_HIDDEN, RATED, RATING_FAILED, type RatingAnswer } from '#app/features/reviews/rating-answer.ts'
import { RatingForm } from '#app/features/reviews/rating-form.tsx'
import { Refusal } from '#app/kernel/refusal.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { RespondFrame } from '#app/layouts/respond/respond-frame.tsx'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/rating'

export const meta: Route.MetaFunction = () => [{ title: 'Tu opinión · Alhena' }]

/**
 * The access id of an address.
 * @throws 404 for an invalid one.
 */
function accessIdOf(url: URL): string {
  const parsed = z.uuid().safeParse(url.searchParams.get('access_id'))
  if (!parsed.success) throw data('Not found', 404)
  return parsed.data
}

/** A visitor without a session of this access may own it with an account, and is redirected to log in. */
export async function loader(args: Route.LoaderArgs) {
  const accessId = accessIdOf(args.url)
  const rating = await findRating(servicesOf(args.context).db, { actors: answeringActors(args), accessId })
  if (rating) return { accessId, rating }
  await requireUser(args)
  throw data('Not found', 404)
}

/** Handles the form of this page and of the screens that contain it (questionnaire's end, results). */
export async function action(args: Route.ActionArgs) {
  const accessId = accessIdOf(args.url)
  const { db, log } = servicesOf(args.context)
  const form = await readForm(args.request)
  // Before a respondent's session is looked for: whose form it is comes first.
  await sessionUser(args)
  if (form.intent === 'hide-name') return withdrawName(args, accessId)
  const values = {
    rating: Number(form.rating),
    ...typedValues(form, ['comment']),
    show_name: form.show_name === 'si',
  }
  const parsed = ratingForm.safeParse(form)
  if (!parsed.success) {
    const errors = firstMessagePerField(parsed.error)
    return refuse({ title: 'Falta un dato', description: 'Revisa lo marcado abajo.', errors, values }, 400)
  }
  try {
    const rating = await rateAccess({ db }, { actors: answeringActors(args), accessId, form: parsed.data })
    return data<RatingAnswer>({ ...RATED, errors: {}, values: undefined, rating })
  } catch (error) {
    if (error instanceof Refusal) return refuse({ ...noticeOf(error), errors: {}, values }, error.status)
    log.error('rating_failed', describeError(error))
    return refuse({ ...RATING_FAILED, errors: {}, values }, isDatabaseOutage(error) ? 503 : 500)
  }
}

async function withdrawName(args: Route.ActionArgs, accessId: string) {
  const { db } = servicesOf(args.context)
  try {
    const rating = await hideAuthor(db, { actors: answeringActors(args), accessId })
    return data<RatingAnswer>({ ...NAME_HIDDEN, errors: {}, values: undefined, rating })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refuse({ ...noticeOf(error), errors: {}, values: undefined }, error.status)
  }
}

const noticeOf = ({ title = '', message }: Refusal) => ({ title, description: message })

const refuse = (answer: Omit<RatingAnswer, 'done'>, status: number) =>
  data<RatingAnswer>({ done: false, ...answer }, status)

/** A page for one rating: linked from the dashboard, and used by every rating form without scripts. */
export default function RatingPage({ loaderData: { accessId, rating }, actionData }: Route.ComponentProps) {
  return (
    <RespondFrame>
      <div className="mx-auto max-w-xl">
        <RatingForm level={1} accessId={accessId} rating={rating} answer={actionData} />
        <ButtonLink to="/account/dashboard" variant="link" className="mt-8">
          Ir a mi panel
        </ButtonLink>
      </div>
    </RespondFrame>
  )
}
