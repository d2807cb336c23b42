import { data, redirect, useNavigation } from 'react-router'
import { breachForm, findBreach, saveBreach } from '#app/features/data-requests/registers/data-breaches.server.ts'
import { breachFields } from '#app/features/data-requests/registers/data-breaches.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { toClock } from '#app/kernel/dates.ts'
import { namesOf } from '#app/kit/forms/fields.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { keepTypedInput, revalidateOnConflict, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/breach'
import { rowId } from './row-form.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Brecha · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = rowId(args.params.breachId)
  if (id === undefined) return { breach: undefined, now: toClock(now()) }
  const breach = await readAs(db, actorOf(user), tx => findBreach(tx, id))
  if (!breach) throw data('Not found', 404)
  return { breach, now: toClock(now()) }
}

export const shouldRevalidate = revalidateOnConflict

export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args, unansweredIntent(['save']))

export const action = adminForm(
  { schema: breachForm, intents: ['save'], fields: [...namesOf(breachFields), 'closed'] },
  async (command, { args, services, actor, now }) => {
    const id = rowId(args.url.pathname.split('/').at(-1) ?? '')
    const saved = await saveBreach(services.db, { actor, id, command, now })
    return id === undefined ? redirect(`/admin/privacy/breaches/${saved}`) : { done: 'Guardado.' }
  },
)

const toField = (at: Date | null | undefined): string => (at ? toClock(at) : '')

/** One breach of the register. */
export default function Breach({ loaderData: { breach, now }, actionData }: Route.ComponentProps) {
  const sending = useNavigation().formMethod === 'POST'
  const { ref, field } = useForm(breachFields, actionData)
  const title = breach?.title ?? 'Registrar brecha'
  return (
    <>
      <PageHeading
        title={title}
        before={
          <Breadcrumbs items={[{ label: 'Registro de brechas', to: '/admin/privacy/breaches' }, { label: title }]} />
        }
      />
      <FormOutcome answer={actionData} />
      <Panel className="max-w-4xl">
        <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
          <input type="hidden" name="intent" value="save" />
          <TextField {...field('title', breach?.title)} />
          <div className="grid gap-5 sm:grid-cols-3">
            <TextField {...field('known_at', breach ? toField(breach.known_at) : now)} />
            <TextField {...field('occurred_at', toField(breach?.occurred_at))} />
            <TextField {...field('notify_by', toField(breach?.notify_by))} />
          </div>
          <TextArea {...field('description', breach?.description)} />
          <TextArea {...field('data_categories', breach?.data_categories)} />
          <TextField {...field('people', breach?.people)} className="max-w-xs" />
          <TextArea {...field('consequences', breach?.consequences)} />
          <TextArea {...field('measures', breach?.measures)} />
          <div className="grid gap-5 sm:grid-cols-3">
            <TextField {...field('agency_notified_at', toField(breach?.agency_notified_at))} />
            <TextField {...field('people_notified_at', toField(breach?.people_notified_at))} />
            <TextField {...field('buyers_notified_at', toField(breach?.buyers_notified_at))} />
          </div>
          <TextArea {...field('told', breach?.told)} />
          <Checkbox
            name="closed"
            label="Cerrada: no queda nada por hacer"
            defaultChecked={breach !== undefined && breach.closed_at !== null}
          />
          <Button type="submit" className="justify-self-start" pending={sending} pendingLabel="Guardando…">
            Guardar
          </Button>
        </Form>
      </Panel>
    </>
  )
}
