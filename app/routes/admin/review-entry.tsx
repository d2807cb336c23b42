import { Form, Link, useNavigation } from 'react-router'
import { productPath } from '#app/features/catalogue/catalogue.ts'
import type { ListedReview } from '#app/features/reviews/reviews.db.server.ts'
import { ANONYMOUS_AUTHOR, RATING_WORDS, STATUS_LABELS } from '#app/features/reviews/reviews.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Stars } from '#app/ui/stars.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { Tone } from '#app/ui/tone.ts'

const tones: Record<ListedReview['status'], Tone> = { pending: 'fair', published: 'good', hidden: 'neutral' }

type ReviewEntryProps = {
  review: ListedReview
  /** Why this review's reason was refused, and what was typed. */
  refused: { error: string; reason: string } | undefined
}

/** One review with what its moderator may do. */
export function ReviewEntry({ review, refused }: ReviewEntryProps) {
  const { formData } = useNavigation()
  const sending = formData?.get('review') === review.id ? formData.get('intent') : undefined
  const author = review.author_name ?? ANONYMOUS_AUTHOR
  const about = `la opinión de ${author} sobre ${review.product.name}`
  return (
    <li className="grid gap-x-8 gap-y-4 border-t border-line p-5 first:border-t-0 sm:px-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <article aria-label={`Opinión de ${author} sobre ${review.product.name}`} className="min-w-0">
        <h2 className="text-base">
          <Link to={productPath(review.product.slug)} className="hover:text-copper">
            {review.product.name}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-md">
          <Stars value={review.rating} />
          <span className="font-medium">
            {review.rating}: {RATING_WORDS[review.rating]}
          </span>
          <Badge tone={tones[review.status]}>{STATUS_LABELS[review.status]}</Badge>
        </p>
        <p className="mt-3 max-w-prose whitespace-pre-line wrap-anywhere">
          {review.comment || <span className="text-muted">Sin comentario.</span>}
        </p>
        <p className="mt-3 text-sm text-muted tabular-nums">
          {author} · {formatDateTime(review.created_at)}
          {review.moderated_at && ` · decidida el ${formatDateTime(review.moderated_at)}`}
        </p>
        {review.same_buyer > 0 && (
          <p className="mt-1 text-sm text-muted">
            {countOf(review.same_buyer, 'opinión más', 'opiniones más')} de la misma cuenta compradora sobre este
            producto.
          </p>
        )}
        {review.hidden_reason !== null && (
          <p className="mt-1 text-sm wrap-anywhere text-muted">Motivo: {review.hidden_reason}</p>
        )}
      </article>
      <div className="flex flex-col items-start gap-2 lg:items-end">
        {review.status !== 'published' && (
          <Form method="post">
            <Target review={review} intent="publish" />
            <Button
              type="submit"
              size="sm"
              variant="secondary"
              pending={sending === 'publish'}
              aria-label={`Publicar ${about}`}
            >
              Publicar
            </Button>
          </Form>
        )}
        {review.status !== 'hidden' && (
          <details open={refused !== undefined} className="w-full lg:text-right">
            <summary
              aria-label={`Ocultar ${about}`}
              className="inline-flex min-h-11 items-center rounded-sm text-md font-medium text-copper hover:underline"
            >
              Ocultar…
            </summary>
            <Form method="post" className="mt-2 grid gap-2 text-left">
              <Target review={review} intent="hide" />
              <TextField
                label="Motivo"
                name="reason"
                maxLength={300}
                required
                defaultValue={refused?.reason}
                error={refused?.error}
                hint="Lo verá quien escribió la opinión."
              />
              <Button
                type="submit"
                size="sm"
                variant="danger"
                className="justify-self-start"
                pending={sending === 'hide'}
                aria-label={`Confirmar: ocultar ${about}`}
              >
                Ocultar
              </Button>
            </Form>
          </details>
        )}
      </div>
    </li>
  )
}

const Target = ({ review, intent }: { review: ListedReview; intent: 'publish' | 'hide' }) => (
  <>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="review" value={review.id} />
    <input type="hidden" name="revision" value={review.revision} />
  </>
)
