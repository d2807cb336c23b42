import { useNavigation } from 'react-router'
import type { DeadLetter } from '#app/features/jobs/jobs.db.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { mailName } from '#app/platform/mail/mails.ts'

type ShownLetter = DeadLetter & { label: string }

/** The engine's own reasons, in words for the staff; others are what the failing part said. */
const REASONS: Readonly<Record<string, string>> = {
  'job heartbeat timeout': 'El proceso que la hacía dejó de responder.',
  'job timed out': 'Tardó más de una hora.',
}

const nameOf = ({ label, template }: ShownLetter): string => (template ? `${label}: ${mailName(template)}` : label)

function Actions({ letter }: { letter: ShownLetter }) {
  const sent = useNavigation().formData
  const isSent = (intent: string) => sent?.get('intent') === intent && sent.get('letter') === letter.id
  const subject = `${nameOf(letter)}, ${formatDateTime(letter.at)}`
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-center justify-end gap-2">
      <input type="hidden" name="letter" value={letter.id} />
      {letter.retryable ? (
        <Button
          type="submit"
          name="intent"
          value="retry"
          variant="secondary"
          size="sm"
          aria-label={`Reintentar ${subject}`}
          pending={isSent('retry')}
        >
          Reintentar
        </Button>
      ) : (
        <span className="text-sm text-muted">Su enlace era de un solo uso</span>
      )}
      <Button
        type="submit"
        name="intent"
        value="discard"
        variant="ghost"
        size="sm"
        aria-label={`Descartar ${subject}`}
        pending={isSent('discard')}
      >
        Descartar
      </Button>
    </Form>
  )
}

const columns: Column<ShownLetter>[] = [
  { key: 'name', header: 'Tarea', primary: true, cell: nameOf },
  {
    key: 'at',
    header: 'Falló',
    cell: letter => <span className="whitespace-nowrap tabular-nums">{formatDateTime(letter.at)}</span>,
  },
  {
    key: 'attempts',
    header: 'Intentos',
    align: 'end',
    cell: letter => <span className="tabular-nums">{formatInteger(letter.attempts)}</span>,
  },
  {
    key: 'error',
    header: 'Motivo',
    cell: ({ error }) => <span className="wrap-anywhere">{error === null ? '–' : (REASONS[error] ?? error)}</span>,
  },
  {
    key: 'actions',
    header: 'Acciones',
    hideHeader: true,
    align: 'end',
    inline: 'end',
    cell: letter => <Actions letter={letter} />,
  },
]

/** Jobs that failed at every try and wait for somebody. */
export function DeadLetters({ letters, isCut }: { letters: readonly ShownLetter[]; isCut: boolean }) {
  return (
    <Panel
      title="Tareas que fallaron"
      description="Se intentaron varias veces, cada vez con más espera. Quedan aquí 90 días, hasta que las reintentes o descartes."
      padding="flush"
      footer={
        isCut ? <p className="text-sm text-muted">{`Se muestran las ${letters.length} más recientes.`}</p> : undefined
      }
    >
      <DataTable
        caption="Tareas que fallaron, la más reciente primero"
        columns={columns}
        rows={letters}
        rowKey={letter => letter.id}
        empty={
          <EmptyState as="h3" title="Ninguna">
            Todo lo que había que hacer se hizo o está en cola.
          </EmptyState>
        }
      />
    </Panel>
  )
}
