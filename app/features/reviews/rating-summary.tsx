import type { Rating } from '#app/features/catalogue/catalogue.ts'
import { countOf } from '#app/kernel/format.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { Stars } from '#app/kit/ui/stars.tsx'
import { type Comment, type Distribution, meanWord, RATING_WORDS } from './product-ratings.ts'
import { ANONYMOUS_AUTHOR, monthText } from './reviews.ts'

/** A product's mean as figure, word and stars, and the distribution of ratings. */
export function RatingSummary({ rating, distribution }: { rating: Rating; distribution: Distribution }) {
  return (
    <div className="grid gap-x-10 gap-y-6 sm:grid-cols-[auto_minmax(0,1fr)]">
      <div>
        <p className="text-5xl leading-none font-semibold tracking-tighter tabular-nums">
          <span>{formatLevel(rating.mean)}</span>{' '}
          <span className="text-base font-normal tracking-normal text-muted">de 5</span>
        </p>
        <p className="mt-2 flex items-center gap-2 font-medium">
          <Stars value={rating.mean} />
          <span>{meanWord(rating.mean)}</span>
        </p>
        <p className="mt-1 text-sm text-muted tabular-nums">{countOf(rating.count, 'valoración', 'valoraciones')}</p>
      </div>
      <table className="h-fit w-full max-w-md text-md">
        <caption className="sr-only">Cuántas veces se dio cada valoración</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Valoración</th>
            <th scope="col">Proporción</th>
            <th scope="col">Cantidad</th>
          </tr>
        </thead>
        <tbody>
          {distribution.map(({ value, count, percent }) => (
            <tr key={value}>
              <th scope="row" className="w-28 py-1 text-left font-normal whitespace-nowrap">
                <span>{value}</span> <span className="text-muted">{RATING_WORDS[value]}</span>
              </th>
              <td className="py-1">
                <span className="sr-only">{`${percent} %`}</span>
                <span aria-hidden="true" data-exact-colour className="block h-1.5 overflow-hidden rounded-sm bg-line">
                  <span className="block h-full bg-copper" style={{ width: `${percent}%` }} />
                </span>
              </td>
              <td className="w-10 py-1 text-right text-muted tabular-nums">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Published comments, as plain text, the newest first. */
export const CommentList = ({ comments }: { comments: readonly Comment[] }) => (
  <ul>
    {comments.map(({ rating, comment, author_name, month }) => (
      <li key={`${month} ${author_name} ${comment}`} className="border-t border-line py-5">
        <p className="flex flex-wrap items-center gap-x-2.5 text-md">
          <Stars value={rating} />
          <span className="font-medium">
            <span className="sr-only">{`${rating} de 5: `}</span>
            <span>{RATING_WORDS[rating]}</span>
          </span>
        </p>
        <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">{comment}</p>
        <p className="mt-2 text-sm text-muted">{`${author_name ?? ANONYMOUS_AUTHOR} · ${monthText(month)}`}</p>
      </li>
    ))}
  </ul>
)
