import { useEffect, useRef } from 'react'
import { data } from 'react-router'
import { readForm } from '#app/features/identity/form.server.ts'
import { fieldErrors } from '#app/features/identity/identity.schema.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { type ModerationFailure, moderateReview } from '#app/features/reviews/moderate-review.server.ts'
import { countPending, listReviews } from '#app/features/reviews/reviews.db.server.ts'
import { moderationForm } from '#app/features/reviews/reviews.schema.ts'
import { countOf } from '#app/kernel/format.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Route } from './+types/reviews'
import { PAGE_SIZE, toPage } from './list-address.ts'
import { readReviewAddress } from './read-review-address.ts'
import { reviewAddress } from './review-address.ts'
import { ReviewEntry } from './review-entry.tsx'
import { ReviewFilters } from './review-filters.tsx'

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
  const address = readReviewAddress(args.url.searchParams)
  const status = address.status === 'all' ? undefined : address.status
  const found = await asActor(servicesOf(args.context).db, actor, async tx => ({
    rows: await listReviews(tx, { ...address, status, limit: PAGE_SIZE + 1 }),
    pending: await countPending(tx),
  }))
  return { address, pending: found.pending, ...toPage(found.rows) }
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
  const { address, rows, next, pending } = loaderData
  const told = useRef<HTMLDivElement>(null)
  // The button that was pressed may be gone with its review: the answer takes the focus.
  useEffect(() => {
    if (actionData) told.current?.focus()
  }, [actionData])
  return (
    <>
      <PageHeading
        title="Opiniones"
        description={
          pending === 0 ? 'No hay opiniones por revisar.' : `${countOf(pending, 'opinión', 'opiniones')} por revisar.`
        }
      />
      <ReviewFilters address={address} />
      <div ref={told} tabIndex={-1}>
        {actionData && (
          <Alert tone={actionData.done ? 'success' : 'error'} className="mb-6">
            {actionData.text}
          </Alert>
        )}
      </div>
      <Panel padding="flush">
        {rows.length === 0 ? (
          <EmptyState as="h2" title="Nada por aquí">
            {address.status === 'pending' && address.search === '' && address.rating === undefined
              ? 'Las opiniones llegan de quienes completan una evaluación. Se publican cuando las apruebas.'
              : 'Prueba con otro estado, otra valoración u otra búsqueda.'}
          </EmptyState>
        ) : (
          <ul>
            {rows.map(review => (
              <ReviewEntry key={review.id} review={review} refused={refusalOf(actionData, review.id)} />
            ))}
          </ul>
        )}
      </Panel>
      {(address.after !== undefined || next !== undefined) && (
        <nav aria-label="Páginas" className="mt-6 flex flex-wrap gap-2.5">
          {address.after !== undefined && (
            <ButtonLink variant="secondary" size="sm" to={reviewAddress(address)}>
              Volver al inicio de la lista
            </ButtonLink>
          )}
          {next !== undefined && (
            <ButtonLink variant="secondary" size="sm" to={reviewAddress(address, next)}>
              Siguientes
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  )
}

function refusalOf(answer: Answer | undefined, review: string): { error: string; reason: string } | undefined {
  if (answer?.review !== review || answer.error === undefined) return undefined
  return { error: answer.error, reason: answer.reason ?? '' }
}
