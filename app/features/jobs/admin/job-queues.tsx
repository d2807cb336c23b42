import type { QueueState } from '#app/features/jobs/jobs.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { TwoLines } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'

type ShownQueue = QueueState & { label: string; next: Date | undefined }

const figure = (count: number) => (count === 0 ? null : <span className="tabular-nums">{formatInteger(count)}</span>)

/** Its clock goes below its day where the table is narrow. */
const time = (at: Date | null | undefined) =>
  at ? <span className="inline-block tabular-nums">{formatDateTime(at)}</span> : null

function State({ given_up, delayed }: ShownQueue) {
  if (given_up > 0) return <Badge tone="poor">Con fallas</Badge>
  if (delayed > 0) return <Badge tone="fair">Reintentando</Badge>
  return <Badge tone="good">Al día</Badge>
}

const troubleOf = ({ given_up, delayed }: ShownQueue): string =>
  [
    ...(given_up > 0 ? [countOf(given_up, 'fallida', 'fallidas')] : []),
    ...(delayed > 0 ? [`${formatInteger(delayed)} por reintentar`] : []),
  ].join(', ')

const sinceOf = ({ oldest }: ShownQueue): string => (oldest ? `desde el ${formatDateTime(oldest)}` : '')

const columns: Column<ShownQueue>[] = [
  { key: 'label', header: 'Tarea', primary: true, cell: queue => queue.label },
  {
    key: 'state',
    header: 'Estado',
    inline: 'start',
    cell: queue => (
      <TwoLines below={troubleOf(queue)}>
        <State {...queue} />
      </TwoLines>
    ),
  },
  {
    key: 'waiting',
    header: 'En espera',
    align: 'end',
    cell: queue => queue.waiting > 0 && <TwoLines below={sinceOf(queue)}>{figure(queue.waiting)}</TwoLines>,
  },
  { key: 'running', header: 'En curso', align: 'end', cell: queue => figure(queue.running) },
  { key: 'last', header: 'Última vez', cell: queue => time(queue.last_run) },
  { key: 'next', header: 'Próxima vez', cell: queue => time(queue.next) },
]

/** Every queue of background work with its schedule. */
export function JobQueues({ queues }: { queues: readonly ShownQueue[] }) {
  return (
    <Panel
      title="Tareas de la tienda"
      description="Las que no tienen próxima vez se hacen apenas algo las pide. Horas de Santiago."
      padding="flush"
    >
      <DataTable caption="Tareas de la tienda" columns={columns} rows={queues} rowKey={queue => queue.name} />
    </Panel>
  )
}
