import type { QueueState } from '#app/features/jobs/jobs.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'

type ShownQueue = QueueState & { label: string; next: Date | undefined }

const figure = (count: number) => (count === 0 ? null : <span className="tabular-nums">{formatInteger(count)}</span>)

const time = (at: Date | null | undefined) =>
  at ? <span className="whitespace-nowrap tabular-nums">{formatDateTime(at)}</span> : null

function State({ queue }: { queue: ShownQueue }) {
  if (queue.given_up > 0) return <Badge tone="poor">Con fallas</Badge>
  if (queue.delayed > 0) return <Badge tone="fair">Reintentando</Badge>
  return <Badge tone="good">Al día</Badge>
}

const columns: Column<ShownQueue>[] = [
  { key: 'label', header: 'Tarea', primary: true, cell: queue => queue.label },
  { key: 'state', header: 'Estado', inline: 'start', cell: queue => <State queue={queue} /> },
  { key: 'waiting', header: 'En espera', align: 'end', cell: queue => figure(queue.waiting) },
  { key: 'running', header: 'En curso', align: 'end', cell: queue => figure(queue.running) },
  { key: 'delayed', header: 'Por reintentar', align: 'end', cell: queue => figure(queue.delayed) },
  { key: 'given_up', header: 'Fallidas', align: 'end', cell: queue => figure(queue.given_up) },
  { key: 'oldest', header: 'Espera desde', cell: queue => time(queue.oldest) },
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
