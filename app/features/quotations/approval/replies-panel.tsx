import { formatDateTime } from '#app/kernel/dates.ts'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { type QuotationReply, REPLY_KINDS } from './approval.ts'

/** What people with the link answered, newest first. */
export const RepliesPanel = ({ replies }: { replies: readonly QuotationReply[] }) => (
  <Panel title="Respuestas">
    <ul className="grid gap-5">
      {replies.map(({ id, kind, name, job_role, purchase_order, comment, created_at }) => (
        <li key={id} className="grid gap-1.5 border-t border-line pt-5 first:border-t-0 first:pt-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <StatusBadge of={REPLY_KINDS} status={kind} />
            <span className="font-medium wrap-anywhere">{job_role === null ? name : `${name}, ${job_role}`}</span>
            <span className="text-sm whitespace-nowrap text-muted tabular-nums">{formatDateTime(created_at)}</span>
          </p>
          {purchase_order !== null && <p className="text-md wrap-anywhere">{`Orden de compra ${purchase_order}`}</p>}
          {comment !== null && <p className="max-w-prose text-md wrap-anywhere whitespace-pre-line">{comment}</p>}
        </li>
      ))}
    </ul>
  </Panel>
)
