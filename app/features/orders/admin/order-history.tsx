import { DeleteNote, NoteForm } from '#app/features/clients/staff-notes.tsx'
import { formatDateTime } from '#app/kernel/dates.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { OrderAnswer } from './order-action.server.ts'
import type { OrderEvent } from './timeline.ts'

type OrderHistoryProps = {
  events: readonly OrderEvent[]
  /** The answer to a submitted note. */
  answer: OrderAnswer | undefined
}

/** Everything that happened to the order, newest first: payments, refunds, mails, changes and the staff's notes. */
export function OrderHistory({ events, answer }: OrderHistoryProps) {
  return (
    <Panel title="Historial" description="Las notas solo las ve el equipo. Se borran si la cuenta se elimina.">
      {/* Emptied when a note was saved. */}
      <NoteForm key={events.length} answer={answer} />
      <ol className="mt-7 grid gap-5 border-l border-line pl-5">
        {events.map(({ key, at, what, detail, by, noteId }) => (
          <li key={key} className="relative text-md">
            <span
              aria-hidden="true"
              className="absolute top-[0.55em] -left-[1.5rem] size-2 rounded-full border border-control bg-surface"
            />
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <p className="font-medium text-pretty">{what}</p>
              <p className="text-sm text-muted tabular-nums">{`${formatDateTime(at)}${by ? `, ${by}` : ''}`}</p>
            </div>
            {detail && <p className="text-sm whitespace-pre-line wrap-anywhere">{detail}</p>}
            {noteId && <DeleteNote id={noteId} at={at} />}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
