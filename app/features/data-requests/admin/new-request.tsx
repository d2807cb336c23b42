import { redirect, useNavigation } from 'react-router'
import { requireRole } from '#app/features/identity/session.server.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { namesOf } from '#app/kit/forms/fields.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { keepTypedInput, revalidateOnConflict, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/new-request'
import { recordFields } from './answer-request.ts'
import { requestPath } from './data-request-list.tsx'
import { recordRequest, recordRequestForm } from './record-request.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Registrar solicitud · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  await requireRole(args, ['admin'])
  return { today: dayOf(servicesOf(args.context).now()) }
}

export const shouldRevalidate = revalidateOnConflict

export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args, unansweredIntent(['record']))

export const action = adminForm(
  { schema: recordRequestForm, intents: ['record'], fields: namesOf(recordFields) },
  async ({ intent, ...request }, { services, actor, now }) => {
    return redirect(requestPath({ id: await recordRequest(services.db, { actor, request, now }) }))
  },
)

/** Records a request that came by letter, call or mail. */
export default function NewRequest({ loaderData, actionData }: Route.ComponentProps) {
  const sending = useNavigation().formData?.get('intent') === 'record'
  const { ref, field } = useForm(recordFields, actionData)
  return (
    <>
      <PageHeading
        title="Registrar solicitud"
        description="Una que llegó por carta, teléfono o correo. El plazo corre desde el día en que llegó."
        before={
          <Breadcrumbs items={[{ label: 'Solicitudes de datos', to: '/admin/privacy' }, { label: 'Registrar' }]} />
        }
      />
      <FormOutcome answer={actionData} />
      <Panel className="max-w-4xl">
        <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
          <input type="hidden" name="intent" value="record" />
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField {...field('kind')} />
            <TextField {...field('received_on', loaderData.today)} max={loaderData.today} />
            <TextField {...field('email')} />
            <TextField {...field('person_name')} />
          </div>
          <TextArea {...field('details')} />
          <Button type="submit" className="justify-self-start" pending={sending} pendingLabel="Registrando…">
            Registrar y acusar recibo
          </Button>
        </Form>
      </Panel>
    </>
  )
}
