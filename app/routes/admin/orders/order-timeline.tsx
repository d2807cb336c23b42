import { formatDateTime } from '#app/kernel/dates.ts'
import { Panel } from '#app/ui/panel.tsx'
import type { OrderEvent } from './timeline.ts'

/** The events of the order, newest first. */
export const OrderTimeline = ({ events }: { events: readonly OrderEvent[] }) => (
  <Panel title="Historial">
    <ol className="grid gap-5 border-l border-line pl-5">
      {events.map(({ key, at, what, detail, by }) => (
        <li key={key} className="relative text-md">
          <span
            aria-hidden="true"
            className="absolute top-[0.55em] -left-[1.5rem] size-2 rounded-full border border-control bg-surface"
          />
          <span className="block font-medium text-pretty">{what}</span>
          {detail && <span className="block text-sm wrap-anywhere">{detail}</span>}
          <span className="block text-sm text-muted tabular-nums">
            {formatDateTime(at)}
            {by && `, ${by}`}
          </span>
        </li>
      ))}
    </ol>
  </Panel>
)
