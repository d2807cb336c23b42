import { data, redirect } from 'react-router'
import { z } from 'zod'
import { findDeadLetters, findQueues, MAX_LETTERS, settleDeadLetter } from '#app/features/jobs/jobs.server.ts'
import { formatDateTime, MINUTE_MS } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import type { Column } from '#app/kit/ui/data-table.tsx'
import { contentEditor } from '#app/layouts/admin/content-editor.server.ts'
import { FailedWork, failedAt } from '#app/layouts/admin/failed-work.tsx'
import { SettingsPage } from '#app/layouts/admin/settings-page.tsx'
import { mailName } from '#app/mails/mails.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { nextRun } from '#app/platform/jobs/next-run.server.ts'
import { QUEUES, type Queue } from '#app/platform/jobs/queues.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/jobs'
import { JobQueues } from './job-queues.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Tareas · Configuración · Alhena' }]

/** Minutes that a job may wait before the worker is suspected not to run. */
const STUCK_AFTER_MINUTES = 5

const SETTLED = {
  reintentada: 'La tarea vuelve a la cola.',
  descartada: 'La tarea se descartó.',
  nada: 'No había nada que hacer: alguien ya la resolvió, o su enlace era de un solo uso.',
} as const

export async function loader(args: Route.LoaderArgs) {
  const admin = await contentEditor(args)
  const { db, now } = servicesOf(args.context)
  const at = now()
  const [found, letters] = await readAs(db, admin, tx => Promise.all([findQueues(tx, at), findDeadLetters(tx)]))
  const states = new Map(found.map(state => [state.name, state]))
  const queues = Object.entries<Queue>(QUEUES).flatMap(([name, { label, schedule }]) => {
    const state = states.get(name)
    return state ? [{ ...state, label, next: schedule ? nextRun(schedule, at) : undefined }] : []
  })
  const settled = z
    .enum(['reintentada', 'descartada', 'nada'])
    .optional()
    .catch(undefined)
    .parse(args.url.searchParams.get('tarea') ?? undefined)
  return {
    queues,
    letters: letters.map(letter => ({
      ...letter,
      label: QUEUES[letter.queue as keyof typeof QUEUES]?.label ?? letter.queue,
    })),
    isCut: letters.length === MAX_LETTERS,
    isStuck: queues.some(({ oldest }) => oldest && at.getTime() - oldest.getTime() > STUCK_AFTER_MINUTES * MINUTE_MS),
    settled,
  }
}

const settling = z.object({ intent: z.enum(['retry', 'discard']), letter: z.uuid() })

export async function action(args: Route.ActionArgs) {
  const actor = await contentEditor(args)
  const form = settling.safeParse(await readForm(args.request))
  if (!form.success) throw data('Bad request', 400)
  const { intent, letter } = form.data
  const settled = await settleDeadLetter(servicesOf(args.context).db, { actor, id: letter, how: intent })
  return redirect(
    `/admin/settings/jobs?tarea=${settled ? (intent === 'retry' ? 'reintentada' : 'descartada') : 'nada'}`,
  )
}

type ShownLetter = Route.ComponentProps['loaderData']['letters'][number]

const nameOf = ({ label, template }: ShownLetter): string => (template ? `${label}: ${mailName(template)}` : label)

const LETTER_COLUMNS: readonly Column<ShownLetter>[] = [
  { key: 'name', header: 'Tarea', primary: true, cell: nameOf },
  failedAt('Falló', letter => letter.at),
  {
    key: 'attempts',
    header: 'Intentos',
    align: 'end',
    cell: letter => <span className="tabular-nums">{formatInteger(letter.attempts)}</span>,
  },
]

/** The engine's own reasons, in words for the staff; others are what the failing part said. */
const REASONS: Readonly<Record<string, string>> = {
  'job heartbeat timeout': 'El proceso que la hacía dejó de responder.',
  'job timed out': 'Tardó más de una hora.',
}

/** The shop's background work: what waits, what runs when, and what failed at every try. */
export default function AdminJobs({ loaderData }: Route.ComponentProps) {
  const { queues, letters, isCut, isStuck, settled } = loaderData
  return (
    <SettingsPage description="Lo que la tienda hace por su cuenta: correos, recordatorios, cifras, revisiones y limpiezas.">
      {settled && (
        <Alert tone={settled === 'nada' ? 'info' : 'success'} className="mb-6">
          {SETTLED[settled]}
        </Alert>
      )}
      {isStuck && (
        <Alert tone="warning" className="mb-6">
          {`Hay tareas que esperan hace más de ${STUCK_AFTER_MINUTES} minutos: revisa que el proceso que las hace esté corriendo.`}
        </Alert>
      )}
      <div className="grid gap-6">
        <FailedWork
          title="Tareas que fallaron"
          description="Se intentaron varias veces, cada vez con más espera. Quedan aquí 90 días, hasta que las reintentes o descartes."
          caption="Tareas que fallaron, la más reciente primero"
          columns={LETTER_COLUMNS}
          rows={letters}
          reason={({ error }) => error && (REASONS[error] ?? error)}
          field="letter"
          nameOf={letter => `${nameOf(letter)}, ${formatDateTime(letter.at)}`}
          canDiscard
          empty={{ title: 'Ninguna', text: 'Todo lo que había que hacer se hizo o está en cola.' }}
          cut={isCut ? `Se muestran las ${letters.length} más recientes.` : undefined}
        />
        <JobQueues queues={queues} />
      </div>
    </SettingsPage>
  )
}
