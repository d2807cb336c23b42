import { Link } from 'react-router'
import { formatDateTime } from '#app/kernel/dates.ts'
import type { TimelineEvent } from './access-timeline.ts'

/** Events with their times, newest first. */
export const Timeline = ({ events }: { events: readonly TimelineEvent[] }) => (
  <ol className="@container grid gap-4">
    {events.map(({ key, at, what, who, about }) => (
      <li key={key} className="grid gap-x-6 @lg:grid-cols-[10rem_minmax(0,1fr)]">
        <time dateTime={at.toISOString()} className="text-md whitespace-nowrap text-muted tabular-nums">
          {formatDateTime(at)}
        </time>
        <div>
          <p className="text-md wrap-anywhere">{what}</p>
          {who !== undefined && <p className="text-sm text-muted">{who}</p>}
          {about && (
            <Link
              to={about.to}
              className="text-sm wrap-anywhere text-copper underline decoration-copper/40 underline-offset-4"
            >
              {about.text}
            </Link>
          )}
        </div>
      </li>
    ))}
  </ol>
)
