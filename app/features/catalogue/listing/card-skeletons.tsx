import { Card } from '#app/kit/ui/card.tsx'
import { Skeleton } from '#app/kit/ui/skeleton.tsx'

/** Card-shaped skeletons over cards that are about to be replaced, so that the page keeps its height. */
const CardSkeletons = ({ count, className }: { count: number; className: string }) => (
  <div
    aria-hidden="true"
    className="absolute inset-0 overflow-hidden opacity-100 transition-opacity delay-200 starting:opacity-0"
  >
    <ul className={className}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <Card as="li" key={index}>
          <Skeleton className="aspect-[2/1] w-full rounded-b-none max-sm:hidden" />
          <div className="px-5 pt-4 pb-5">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="mt-3 h-6 w-5/6" />
            <Skeleton className="mt-3 h-4 w-full" />
            <Skeleton className="mt-2 h-4 w-3/4" />
            <Skeleton className="mt-10 h-9 w-full" />
          </div>
        </Card>
      ))}
    </ul>
  </div>
)

export default CardSkeletons
