import { data, redirect, useNavigation } from 'react-router'
import {
  activityForm,
  changeActivity,
  findActivity,
} from '#app/features/data-requests/registers/processing-activities.server.ts'
import { activityFields } from '#app/features/data-requests/registers/processing-activities.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { namesOf } from '#app/kit/forms/fields.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { keepTypedInput, revalidateOnConflict, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/processing-activity'
import { rowId } from './row-form.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Tratamiento · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const id = rowId(args.params.activityId)
  if (id === undefined) return { activity: undefined }
  const activity = await readAs(servicesOf(args.context).db, actorOf(user), tx => findActivity(tx, id))
  if (!activity) throw data('Not found', 404)
  return { activity }
}

export const shouldRevalidate = revalidateOnConflict

const INTENTS = ['save', 'archive', 'restore'] as const

export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args, unansweredIntent(INTENTS))

export const action = adminForm(
  { schema: activityForm, intents: INTENTS, fields: namesOf(activityFields) },
  async (command, { args, services, actor, now }) => {
    const id = rowId(args.url.pathname.split('/').at(-1) ?? '')
    await changeActivity(services.db, { actor, id, command, now })
    return id === undefined ? redirect('/admin/privacy/processing') : { done: 'Guardado.' }
  },
)

/** One activity of the record of processing. */
export default function ProcessingActivity({ loaderData: { activity }, actionData }: Route.ComponentProps) {
  const sent = useNavigation().formData?.get('intent')
  const { ref, field } = useForm(activityFields, actionData)
  const title = activity?.name ?? 'Agregar tratamiento'
  return (
    <>
      <PageHeading
        title={title}
        before={
          <Breadcrumbs
            items={[{ label: 'Registro de tratamientos', to: '/admin/privacy/processing' }, { label: title }]}
          />
        }
        actions={
          activity && (
            <PostButton intent={activity.archived_at === null ? 'archive' : 'restore'} variant="secondary">
              {activity.archived_at === null ? 'Archivar' : 'Volver al registro'}
            </PostButton>
          )
        }
      />
      <FormOutcome answer={actionData} />
      <Panel className="max-w-4xl">
        <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
          <input type="hidden" name="intent" value="save" />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...field('name', activity?.name)} />
            <SelectField {...field('capacity', activity?.capacity ?? 'controller')} />
          </div>
          <TextArea {...field('purposes', activity?.purposes)} />
          <TextArea {...field('legal_basis', activity?.legal_basis)} />
          <TextArea {...field('subjects', activity?.subjects)} />
          <TextArea {...field('data_categories', activity?.data_categories)} />
          <TextArea {...field('recipients', activity?.recipients)} />
          <TextArea {...field('retention', activity?.retention)} />
          <TextArea {...field('safeguards', activity?.safeguards)} />
          <Button type="submit" className="justify-self-start" pending={sent === 'save'} pendingLabel="Guardando…">
            Guardar
          </Button>
        </Form>
      </Panel>
    </>
  )
}
