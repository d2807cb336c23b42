import { data } from 'react-router'
import { readForm } from '#app/features/identity/form.server.ts'
import { fieldErrors } from '#app/features/identity/identity.schema.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { type ModerationFailure, moderateReview } from '#app/features/reviews/moderate-review.server.ts'
import { countPending, listReviews } from '#app/features/reviews/reviews.db.server.ts'
import { moderationForm } from '#app/features/reviews/reviews.schema.ts'
import { isRatingValue } from '#app/features/reviews/reviews.ts'
import { countOf } from '#app/kernel/format.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/reviews'
import { chosenOf, pageRequest, readListAddress } from './lists/list-address.ts'
import { ListPage } from './lists/list-page.tsx'
import { ReviewEntry } from './review-entry.tsx'
import { REVIEW_LIST, ratingFilter, statusFilter } from './review-list.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Opiniones · Administración · Alhena' },
  { name: 'robots', content: 'noindex' },
]

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

async function moderator(args: Route.LoaderArgs | Route.ActionArgs): Promise<Extract<Actor, { kind: 'admin' }>> {
  return { kind: 'admin', userId: (await requireRole(args, ['admin'])).id }
}

export async function loader(args: Route.LoaderArgs) {
  const actor = await moderator(args)
  const address = readListAddress(REVIEW_LIST, args.url.searchParams)
  const rating = Number(chosenOf(address, ratingFilter))
  const query = {
    ...pageRequest(address, { recientes: 'created_at', antiguas: 'created_at' }),
    search: address.search,
    status: chosenOf(address, statusFilter),
    rating: isRatingValue(rating) ? rating : undefined,
  }
  return asActor(servicesOf(args.context).db, actor, async tx => ({
    address,
    page: await listReviews(tx, query),
    pending: await countPending(tx),
  }))
}

type Answer = { review: string; done: boolean; text: string; reason?: string; error?: string }

const FAILURES: Record<ModerationFailure['code'], string> = {
  review_not_found: 'Esa opinión ya no existe.',
  changed_meanwhile: 'Su autor la cambió mientras la leías. Léela de nuevo antes de decidir.',
  already_decided: 'Otra persona ya tomó esa decisión.',
}

export async function action(args: Route.ActionArgs) {
  const actor = await moderator(args)
  const form = await readForm(args.request)
  const parsed = moderationForm.safeParse(form)
  if (!parsed.success) {
    const error = fieldErrors(parsed.error).reason
    if (error === undefined) throw data('Bad request', 400)
    const refused = {
      review: form.review ?? '',
      done: false,
      text: error,
      error,
      reason: (form.reason ?? '').slice(0, 1000),
    }
    return data<Answer>(refused, 400)
  }
  const asked = parsed.data
  const decided = await moderateReview(servicesOf(args.context), {
    actor,
    reviewId: asked.review,
    revision: asked.revision,
    decision: asked.intent === 'publish' ? { to: 'published' } : { to: 'hidden', reason: asked.reason },
  })
  if (!decided.ok) return data<Answer>({ review: asked.review, done: false, text: FAILURES[decided.error.code] }, 409)
  const text = asked.intent === 'publish' ? 'Opinión publicada.' : 'Opinión oculta.'
  return data<Answer>({ review: asked.review, done: true, text })
}

export default function AdminReviews({ loaderData, actionData }: Route.ComponentProps) {
  const { address, page, pending } = loaderData
  return (
    <ListPage
      shape={REVIEW_LIST}
      address={address}
      page={page}
      hidden={[]}
      title="Opiniones"
      description={
        pending === 0 ? 'No hay opiniones por revisar.' : `${countOf(pending, 'opinión', 'opiniones')} por revisar.`
      }
      searchLabel="Buscar por comentario o producto..."
      caption="Opiniones"
      columns={[]}
      empty={{
        title: 'Nada por aquí',
        text: 'Las opiniones llegan de quienes completan una evaluación. Se publican cuando las apruebas.',
      }}
      unmatched="Prueba con otro estado, otra valoración u otra búsqueda."
      outcome={actionData}
    >
      <ul>
        {page.rows.map(review => (
          <ReviewEntry key={review.id} review={review} refused={refusalOf(actionData, review.id)} />
        ))}
      </ul>
    </ListPage>
  )
}

function refusalOf(answer: Answer | undefined, review: string): { error: string; reason: string } | undefined {
  if (answer?.review !== review || answer.error === undefined) return undefined
  return { error: answer.error, reason: answer.reason ?? '' }
}

export { ListFailure as ErrorBoundary } from './lists/list-failure.tsx'
