import { Form, Link, useNavigation } from 'react-router'
import { productPath } from '#app/features/catalogue/catalogue.ts'
import type { ListedReview } from '#app/features/reviews/reviews.db.server.ts'
import { ANONYMOUS_AUTHOR, hideFields, RATING_WORDS, STATUS_LABELS } from '#app/features/reviews/reviews.ts'
import { controlProps } from '#app/forms/fields.ts'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { listFormId } from '#app/lists/list-page.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import type { Column } from '#app/ui/data-table.tsx'
import { Stars } from '#app/ui/stars.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { REVIEW_LIST } from './review-list.ts'

const tones: Record<ListedReview['status'], Tone> = { pending: 'fair', published: 'good', hidden: 'neutral' }

/** Why the reason of hiding a review was refused, and what was typed. */
export type RefusedReason = { review: string; error: string; reason: string }

const authorOf = (review: ListedReview): string => review.author_name ?? ANONYMOUS_AUTHOR

/** What a review is called, for whoever hears its box or buttons alone. */
export const reviewName = (review: ListedReview): string =>
  `la opinión de ${authorOf(review)} sobre ${review.product.name}`

/** What moderators see of a review and may do with it. */
export const reviewColumns = (refused: RefusedReason | undefined): Column<ListedReview>[] => [
  {
    key: 'review',
    header: 'Valoración',
    primary: true,
    cell: review => (
      <>
        <Link
          to={productPath(review.product.slug)}
          className="block underline-offset-4 hover:text-copper hover:underline"
        >
          {review.product.name}
        </Link>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm font-normal">
          <Stars value={review.rating} />
          {review.rating}: {RATING_WORDS[review.rating]}
        </span>
        <Seen review={review} />
      </>
    ),
  },
  { key: 'comment', header: 'Comentario', inline: 'line', cell: review => <Comment review={review} /> },
  { key: 'author', header: 'Autor', inline: 'start', cell: authorOf },
  {
    key: 'status',
    header: 'Estado',
    inline: 'start',
    cell: ({ status }) => <Badge tone={tones[status]}>{STATUS_LABELS[status]}</Badge>,
  },
  {
    key: 'created',
    header: 'Fecha',
    inline: 'start',
    cell: ({ created_at, moderated_at }) => (
      <>
        <span className="whitespace-nowrap tabular-nums">{formatDateTime(created_at)}</span>
        {moderated_at && (
          <span className="block text-sm whitespace-nowrap text-muted tabular-nums">
            Decidida el {formatDate(moderated_at)}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'decide',
    header: 'Decisión',
    inline: 'line',
    cell: review => <Decision review={review} refused={refused?.review === review.id ? refused : undefined} />,
  },
]

/** What the bulk bar publishes is the text that is on the screen: a review that its author changes meanwhile stays as it is. */
const Seen = ({ review }: { review: ListedReview }) => (
  <input type="hidden" form={listFormId(REVIEW_LIST)} name="seen" value={`${review.id} ${review.revision}`} />
)

const Comment = ({ review }: { review: ListedReview }) => (
  <span className="block max-w-prose py-1 sm:min-w-56">
    <span className="whitespace-pre-line wrap-anywhere">
      {review.comment || <span className="text-muted">Sin comentario.</span>}
    </span>
    {review.same_buyer > 0 && (
      <span className="mt-1 block text-sm text-muted">
        {countOf(review.same_buyer, 'opinión más', 'opiniones más')} de la misma cuenta compradora sobre este producto.
      </span>
    )}
    {review.hidden_reason !== null && (
      <span className="mt-1 block text-sm wrap-anywhere text-muted">Motivo: {review.hidden_reason}</span>
    )}
  </span>
)

function Decision({ review, refused }: { review: ListedReview; refused: RefusedReason | undefined }) {
  const { formData } = useNavigation()
  const sending = formData?.get('review') === review.id ? formData.get('intent') : undefined
  const about = reviewName(review)
  return (
    <div className="grid min-w-40 justify-items-start gap-x-4 gap-y-1 py-1">
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
        <details open={refused !== undefined} className="w-full">
          <summary
            aria-label={`Ocultar ${about}`}
            className="inline-flex min-h-9 items-center rounded-sm text-sm font-medium text-copper hover:underline pointer-coarse:min-h-11"
          >
            Ocultar…
          </summary>
          <Form method="post" className="mt-1 grid min-w-56 gap-2 text-left">
            <Target review={review} intent="hide" />
            <TextField
              {...controlProps('reason', hideFields.reason)}
              defaultValue={refused?.reason}
              error={refused?.error}
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
  )
}

const Target = ({ review, intent }: { review: ListedReview; intent: 'publish' | 'hide' }) => (
  <>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="review" value={review.id} />
    <input type="hidden" name="revision" value={review.revision} />
  </>
)
