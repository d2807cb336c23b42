import { data } from 'react-router'
import { requireRole } from '#app/features/identity/session.server.ts'
import { type Decision, moderateReview } from '#app/features/reviews/moderate-review.server.ts'
import { moderationForm } from '#app/features/reviews/rate-access.server.ts'
import { Refused, type RefusedReason } from '#app/features/reviews/review-decision.tsx'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { answerRefusals, textsOf } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { revalidateOnConflict } from '#app/kit/forms/keep-typed-input.ts'
import { readListForm } from '#app/kit/lists/list-post.server.ts'
import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { CatalogTabs } from '#app/layouts/admin/section-tabs.tsx'
import type { Actor } from '#app/platform/database/actor.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { type Services, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/list'
import { countPending, reviewedProducts, reviewRows } from './review-list.server.ts'
import { PUBLISH_MANY, reviewList } from './review-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Opiniones · Administración · Alhena' }]

/** The list has a period. */
export const handle = { period: reviewList.period }

export const loader = adminList(reviewRows, ({ tx }) =>
  allKeyed({ pending: countPending(tx), products: reviewedProducts(tx) }),
)

type Answer = { review?: string; done: boolean; text: string; reason?: string; error?: string }

export const shouldRevalidate = revalidateOnConflict

export async function action(args: Route.ActionArgs) {
  const { id: userId } = await requireRole(args, ['admin'])
  const actor = { kind: 'admin', userId } as const
  const services = servicesOf(args.context)
  const posted = await postedForm(args.request)
  if (posted.get('intent') === PUBLISH_MANY) return publishMany(services, actor, posted)
  const form = textsOf(posted)
  const parsed = moderationForm.safeParse(form)
  if (!parsed.success) {
    const error = firstMessagePerField(parsed.error).reason
    if (error === undefined) throw data('Bad request', 400)
    const refused = {
      review: form.review ?? '',
      done: false,
      text: error,
      error,
      ...typedValues(form, ['reason']),
    }
    return data<Answer>(refused, 400)
  }
  const input = parsed.data
  const { review, revision } = input
  const decide = async (): Promise<Answer> => {
    const decision: Decision = input.intent === 'publish' ? { to: 'published' } : { to: 'hidden', reason: input.reason }
    await moderateReview(services, { actor, reviewId: review, revision, decision })
    return { review, done: true, text: input.intent === 'publish' ? 'Opinión publicada.' : 'Opinión oculta.' }
  }
  return answerRefusals(decide, { review })
}

/** Publishes the reviews that are selected, each as it was on the screen. */
async function publishMany(services: Services, actor: Extract<Actor, { kind: 'admin' }>, posted: FormData) {
  const { ids } = readListForm(posted, [PUBLISH_MANY])
  const seen = new Map(
    posted.getAll('seen').map(pair => [String(pair).split(' ')[0], Number(String(pair).split(' ')[1])]),
  )
  let published = 0
  for (const reviewId of ids) {
    const revision = seen.get(reviewId) ?? 0
    try {
      await moderateReview(services, { actor, reviewId, revision, decision: { to: 'published' } })
      published += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  const left = ids.length - published
  const others =
    left === 0
      ? ''
      : ` ${countOf(left, 'quedó como estaba', 'quedaron como estaban')}: ${inNumber(left, 'ya decidida, o su autor la cambió', 'ya decididas, o su autor las cambió')}.`
  if (published > 0) {
    return data<Answer>({
      done: true,
      text: `${countOf(published, 'opinión publicada', 'opiniones publicadas')}.${others}`,
    })
  }
  return data<Answer>(
    { done: false, text: ids.length === 0 ? 'Selecciona al menos una opinión.' : `No cambió nada.${others}` },
    400,
  )
}

export default function AdminReviews({ loaderData: { data, pending, products }, actionData }: Route.ComponentProps) {
  return (
    <Refused value={refusalOf(actionData)}>
      <ListScreen
        list={reviewList}
        data={data}
        title="Catálogo"
        description={
          pending === 0 ? 'No hay opiniones por revisar.' : `${countOf(pending, 'opinión', 'opiniones')} por revisar.`
        }
        tabs={<CatalogTabs />}
        references={{ assessment: products }}
        outcome={actionData}
      />
    </Refused>
  )
}

function refusalOf(answer: Answer | undefined): RefusedReason | undefined {
  if (answer?.review === undefined || answer.error === undefined) return undefined
  return { review: answer.review, error: answer.error, reason: answer.reason ?? '' }
}
