import { use } from 'react'
import { Link } from 'react-router'
import { productPath } from '#app/features/catalogue/catalogue.ts'
import { RATING_VALUES, RATING_WORDS } from '#app/features/reviews/product-ratings.ts'
import { Decision } from '#app/features/reviews/review-decision.tsx'
import { authorOf, type ListedReview, REVIEW_STATUSES, reviewName } from '#app/features/reviews/reviews.ts'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { byStatus, byTime, choiceFilter, defineList, reference } from '#app/kit/lists/define-list.ts'
import { oneLine, status } from '#app/kit/lists/list-cells.tsx'
import { ListForm } from '#app/kit/lists/row-menu.tsx'
import { Stars } from '#app/kit/ui/stars.tsx'

export const PUBLISH_MANY = 'publish-many'

/** The moderators' list; by default it shows pending reviews. */
export const reviewList = defineList<ListedReview>()({
  name: 'opiniones',
  path: '/admin/reviews',
  caption: 'Opiniones',
  searchLabel: 'Buscar por comentario o producto...',
  namesPeople: false,
  period: 'todo',
  filters: {
    status: choiceFilter(
      'Estado',
      'Todas',
      { pending: 'Por revisar', published: 'Publicadas', hidden: 'Ocultas' },
      { initial: 'pending' },
    ),
    rating: {
      label: 'Valoración',
      all: 'Todas',
      choices: RATING_VALUES.toReversed().map(value => ({
        value: String(value),
        label: `${value}: ${RATING_WORDS[value]}`,
      })),
      read: (value: string) => RATING_VALUES.find(rating => String(rating) === value),
    },
    productId: reference('Assessment', 'Todos', { name: 'assessment', optionsFrom: '/admin/options/products' }),
  },
  sorts: {
    ...byTime('created_at'),
    peores: ['Peor valoradas', 'rating', 'asc'],
    mejores: ['Mejor valoradas', 'rating', 'desc'],
    ...byStatus('status'),
  },
  columns: [
    {
      key: 'rating',
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
            <span>{`${review.rating}: ${RATING_WORDS[review.rating]}`}</span>
          </span>
          <SeenRevision review={review} />
        </>
      ),
    },
    { key: 'comment', header: 'Comentario', inline: 'line', cell: review => <Comment review={review} /> },
    { key: 'author', header: 'Autor', inline: 'start', cell: authorOf },
    status('status', 'Estado', review => review.status, REVIEW_STATUSES),
    {
      key: 'created_at',
      header: 'Fecha',
      inline: 'start',
      cell: ({ created_at, moderated_at }) => (
        <>
          {oneLine(formatDateTime(created_at))}
          {moderated_at && (
            <span className="block text-sm whitespace-nowrap text-muted tabular-nums">
              {`Decidida el ${formatDate(moderated_at)}`}
            </span>
          )}
        </>
      ),
    },
    { key: 'decide', header: 'Decisión', inline: 'line', cell: review => <Decision review={review} /> },
  ],
  rowHeight: 'tall',
  rowName: reviewName,
  bulk: [{ intent: PUBLISH_MANY, label: 'Publicar' }],
  empty: {
    title: 'Nada por aquí',
    text: 'Las opiniones llegan de quienes completan una evaluación. Se publican cuando las apruebas.',
  },
  unmatched: 'Prueba con otro estado, otra valoración o el comienzo de otra palabra.',
})

/** The bulk bar publishes the text that is on the screen: a review that its author changes meanwhile stays as it is. */
const SeenRevision = ({ review }: { review: ListedReview }) => (
  <input type="hidden" form={use(ListForm)} name="seen" value={`${review.id} ${review.revision}`} />
)

const Comment = ({ review }: { review: ListedReview }) => (
  <span className="block max-w-prose py-1 sm:min-w-56">
    <span className="whitespace-pre-line wrap-anywhere">
      {review.comment || <span className="text-muted">Sin comentario.</span>}
    </span>
    {review.same_buyer > 0 && (
      <span className="mt-1 block text-sm text-muted">
        {`${countOf(review.same_buyer, 'opinión más', 'opiniones más')} de la misma cuenta compradora sobre este producto.`}
      </span>
    )}
    {review.hidden_reason !== null && (
      <span className="mt-1 block text-sm wrap-anywhere text-muted">{`Motivo: ${review.hidden_reason}`}</span>
    )}
  </span>
)
