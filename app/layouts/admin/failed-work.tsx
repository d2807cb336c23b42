import type { ReactElement } from 'react'
import { useNavigation } from 'react-router'
import { formatDateTime } from '#app/kernel/dates.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'

/** What failed at every try. `retryable`: false for a mail whose one-time link was erased. */
type Failed = { id: string; retryable: boolean }

type SettleProps = {
  intent: 'retry' | 'discard'
  /** The form's field with what is settled. */
  field: string
  value: string
  label: string
  /** The accessible name: what is settled, too. */
  name: string
}

/** A button that tries again or gives up what failed. */
export function Settle({ intent, field, value, label, name }: SettleProps) {
  const sent = useNavigation().formData
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name={field} value={value} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant={intent === 'retry' ? 'secondary' : 'ghost'}
        size="sm"
        aria-label={name}
        pending={sent?.get('intent') === intent && sent.get(field) === value}
      >
        {label}
      </Button>
    </Form>
  )
}

/** The column of a moment at which something failed or was made. */
export const failedAt = <Row,>(header: string, at: (row: Row) => Date): Column<Row> => ({
  key: 'at',
  header,
  cell: row => <span className="whitespace-nowrap tabular-nums">{formatDateTime(at(row))}</span>,
})

type FailedWorkProps<Row extends Failed> = {
  title: string
  description: string
  caption: string
  /** Columns before the reason. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  reason: (row: Row) => string | null
  /** The field of the form that settles a row, and what its buttons call it. */
  field: string
  nameOf: (row: Row) => string
  canDiscard?: boolean
  empty: { title: string; text: string }
  /** How many of all are shown, where not all are. */
  cut?: string | undefined
  actions?: ReactElement | undefined
  className?: string | undefined
}

/** Mails and jobs that failed at every try, and wait for somebody. */
export function FailedWork<Row extends Failed>({
  columns,
  rows,
  reason,
  field,
  nameOf,
  ...props
}: FailedWorkProps<Row>) {
  const settle = (row: Row) => (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {row.retryable ? (
        <Settle intent="retry" field={field} value={row.id} label="Reintentar" name={`Reintentar ${nameOf(row)}`} />
      ) : (
        <span className="text-sm text-muted">Su enlace era de un solo uso</span>
      )}
      {props.canDiscard && (
        <Settle intent="discard" field={field} value={row.id} label="Descartar" name={`Descartar ${nameOf(row)}`} />
      )}
    </div>
  )
  const last: Column<Row>[] = [
    { key: 'error', header: 'Motivo', cell: row => <span className="wrap-anywhere">{reason(row) ?? '–'}</span> },
    { key: 'actions', header: 'Acciones', hideHeader: true, align: 'end', inline: 'end', cell: settle },
  ]
  return (
    <Panel
      title={props.title}
      description={props.description}
      actions={props.actions}
      padding="flush"
      className={props.className}
      footer={props.cut === undefined ? undefined : <p className="text-sm text-muted">{props.cut}</p>}
    >
      <DataTable
        caption={props.caption}
        columns={[...columns, ...last]}
        rows={rows}
        rowKey={row => row.id}
        empty={
          <EmptyState as="h3" title={props.empty.title}>
            {props.empty.text}
          </EmptyState>
        }
      />
    </Panel>
  )
}
