import type { Rating } from '#app/features/catalogue/catalogue.ts'
import type { Comment, Distribution } from '#app/features/reviews/product-ratings.ts'
import { CommentList, RatingSummary } from '#app/features/reviews/rating-summary.tsx'

type ReviewContentsProps = { rating: Rating; distribution: Distribution; comments: Comment[] }

/** A product's rating and one page of its comments. */
export default function ReviewContents({ rating, distribution, comments }: ReviewContentsProps) {
  return (
    <>
      <RatingSummary rating={rating} distribution={distribution} />
      <p className="mt-5 mb-6 max-w-prose text-sm text-muted">
        Solo opina quien completó la evaluación, una vez por acceso. Revisamos cada texto antes de publicarlo.
      </p>
      {comments.length > 0 && <CommentList comments={comments} />}
    </>
  )
}
