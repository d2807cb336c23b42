import { Stars } from '#app/ui/stars.tsx'
import { ANONYMOUS_AUTHOR, type Comment, monthText, RATING_WORDS } from './reviews.ts'

/** Published comments, as plain text, the newest first. */
export const CommentList = ({ comments }: { comments: readonly Comment[] }) => (
  <ul>
    {comments.map(({ rating, comment, author_name, month }) => (
      <li key={`${month} ${author_name} ${comment}`} className="border-t border-line py-5">
        <p className="flex flex-wrap items-center gap-x-2.5 text-md">
          <Stars value={rating} />
          <span className="font-medium">
            <span className="sr-only">{rating} de 5: </span>
            {RATING_WORDS[rating]}
          </span>
        </p>
        <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">{comment}</p>
        <p className="mt-2 text-sm text-muted">
          {author_name ?? ANONYMOUS_AUTHOR} · {monthText(month)}
        </p>
      </li>
    ))}
  </ul>
)
