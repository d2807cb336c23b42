import { MAIL_STATUSES } from '#app/features/texts/mail-status.ts'
import { moment, status } from '#app/kit/lists/list-cells.tsx'
import type { Column } from '#app/kit/ui/data-table.tsx'
import { mailName } from '#app/platform/mail/mails.ts'
import type { SentMail } from '#app/platform/mail/sent-mails.db.server.ts'
import { RowsPanel } from './rows-panel.tsx'

type Mail = SentMail & { recipient?: string }

const mailColumns: Column<Mail>[] = [
  {
    key: 'what',
    header: 'Correo',
    primary: true,
    cell: mail => (
      <>
        <span className="block">{mailName(mail.template)}</span>
        {mail.recipient && <span className="block text-sm font-normal wrap-anywhere text-muted">{mail.recipient}</span>}
      </>
    ),
  },
  moment('when', 'Fecha', mail => mail.sent_at ?? mail.created_at, { inline: 'start' }),
  status('state', 'Estado', mail => mail.status, MAIL_STATUSES, { inline: 'end' }),
]

/** Mails that were sent, with their recipients where those are known. */
export const SentMails = ({ mails, none }: { mails: readonly Mail[]; none: string }) => (
  <RowsPanel title="Correos" none={none} columns={mailColumns} rows={mails} />
)
