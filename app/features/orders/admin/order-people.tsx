import { LISTED_STATES, type ListedState } from '#app/features/accesses/accesses.ts'
import type { RefundImpact } from '#app/features/accesses/related-accesses.db.server.ts'
import { MAIL_STATUSES } from '#app/features/texts/mail-status.ts'
import { day, EmailText, moment, status } from '#app/kit/lists/list-cells.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import type { Column } from '#app/kit/ui/data-table.tsx'
import { RowsPanel } from '#app/layouts/admin/rows-panel.tsx'
import { mailName } from '#app/platform/mail/mails.ts'
import type { SentMail } from '#app/platform/mail/sent-mails.db.server.ts'

type Access = {
  id: string
  assessment: string
  name: string
  email: string
  progress: number
  expires_at: Date
  state: ListedState
}

const accessColumns: Column<Access>[] = [
  {
    key: 'who',
    header: 'Participante',
    primary: true,
    cell: ({ name, email }) => (
      <>
        <span className="block">{name || email}</span>
        {name && (
          <span className="block text-sm font-normal text-muted">
            <EmailText email={email} />
          </span>
        )}
      </>
    ),
  },
  { key: 'what', header: 'Assessment', inline: 'line', cell: access => access.assessment },
  { key: 'progress', header: 'Avance', align: 'end', inline: 'start', cell: access => `${access.progress}%` },
  status('state', 'Estado', access => access.state, LISTED_STATES),
  day('expires', 'Vence', access => access.expires_at, { inline: 'end' }),
]

type OrderAccessesProps = {
  accesses: readonly Access[]
  total: RefundImpact
  order: { client: { email: string; isGone: boolean } }
}

/** The holders of the order's seats. */
export const OrderAccesses = ({ accesses, total, order: { client } }: OrderAccessesProps) => (
  <RowsPanel
    title={`Accesos (${total.invited + total.started + total.completed})`}
    none="No tiene accesos: aparecen cuando se paga."
    columns={accessColumns}
    rows={accesses}
    actions={
      accesses.length > 0 &&
      !client.isGone && (
        <ButtonLink variant="link" size="sm" to={`/admin/access?${new URLSearchParams({ search: client.email })}`}>
          Ver en la lista
        </ButtonLink>
      )
    }
  />
)

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
