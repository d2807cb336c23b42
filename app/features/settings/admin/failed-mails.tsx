import { useNavigation } from 'react-router'
import type { FailedMail } from '#app/features/texts/delivery-state.db.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { mailName } from '#app/platform/mail/mails.ts'

type RetryProps = { mails: readonly FailedMail[]; label: string; name?: string; size: 'sm' | 'md' }

function Retry({ mails, label, name, size }: RetryProps) {
  const ids = mails.map(({ id }) => id).join(',')
  const sent = useNavigation().formData
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="mails" value={ids} />
      <Button
        type="submit"
        name="intent"
        value="retry"
        variant="secondary"
        size={size}
        aria-label={name}
        pending={sent?.get('intent') === 'retry' && sent.get('mails') === ids}
      >
        {label}
      </Button>
    </Form>
  )
}

const columns: Column<FailedMail>[] = [
  { key: 'template', header: 'Correo', primary: true, cell: mail => mailName(mail.template) },
  { key: 'recipient', header: 'Para', cell: mail => <span className="wrap-anywhere">{mail.recipient}</span> },
  {
    key: 'created',
    header: 'Creado',
    cell: mail => <span className="whitespace-nowrap tabular-nums">{formatDateTime(mail.created_at)}</span>,
  },
  { key: 'error', header: 'Motivo', cell: mail => <span className="wrap-anywhere">{mail.last_error ?? '–'}</span> },
  {
    key: 'retry',
    header: 'Acciones',
    hideHeader: true,
    align: 'end',
    inline: 'end',
    cell: mail =>
      mail.retryable ? (
        <Retry
          mails={[mail]}
          label="Reintentar"
          name={`Reintentar ${mailName(mail.template)} a ${mail.recipient}`}
          size="sm"
        />
      ) : (
        <span className="text-sm text-muted">Su enlace era de un solo uso</span>
      ),
  },
]

type FailedMailsProps = { mails: readonly FailedMail[]; count: number; className?: string }

/** Mails whose attempts all failed. */
export function FailedMails({ mails, count, className }: FailedMailsProps) {
  const retryable = mails.filter(mail => mail.retryable)
  return (
    <Panel
      title="Correos que no salieron"
      description="Se intentaron catorce veces en unas siete horas, o el servidor los rechazó de forma definitiva."
      actions={
        retryable.length > 1 ? (
          <Retry
            mails={retryable}
            label={`Reintentar ${retryable.length}`}
            name={`Reintentar los ${retryable.length} de la lista`}
            size="sm"
          />
        ) : undefined
      }
      padding="flush"
      className={className}
      footer={
        count > mails.length ? (
          <p className="text-sm text-muted">
            {`Se muestran los ${countOf(mails.length, 'más reciente', 'más recientes')}.`}
          </p>
        ) : undefined
      }
    >
      <DataTable
        caption="Correos que no salieron, el más reciente primero"
        columns={columns}
        rows={mails}
        rowKey={mail => mail.id}
        empty={
          <EmptyState as="h3" title="Ninguno">
            Todo lo que había que enviar salió o está en cola.
          </EmptyState>
        }
      />
    </Panel>
  )
}
