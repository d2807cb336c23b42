import { useRef } from 'react'
import { redirect, useNavigation } from 'react-router'
import { slugFor } from '#app/features/catalogue/product-form.ts'
import { listQuestionnaires } from '#app/features/questionnaires/drafts/drafts.server.ts'
import { createQuestionnaire } from '#app/features/questionnaires/drafts/edit-draft.server.ts'
import { newQuestionnaireFields, newQuestionnaireForm } from '#app/features/questionnaires/drafts/new-questionnaire.ts'
import { answerForm } from '#app/kit/forms/answer-form.server.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { keepTypedInput, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { LeaveDialog, useUnsaved } from '#app/kit/forms/unsaved.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { contentEditor } from '#app/layouts/admin/content-editor.server.ts'
import { contentTrail } from '#app/layouts/admin/content-page.tsx'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/new-questionnaire'

export const meta: Route.MetaFunction = () => [{ title: 'Nuevo cuestionario · Contenidos · Alhena' }]

const INTENTS = ['create'] as const

/** The questionnaires that can be copied. */
async function findOthers(
  args: Route.LoaderArgs | Route.ActionArgs,
  editor: Awaited<ReturnType<typeof contentEditor>>,
) {
  const rows = await asActor(servicesOf(args.context).db, editor, listQuestionnaires)
  return rows.map(({ id, title }) => ({ id, title: title || id }))
}

export async function loader(args: Route.LoaderArgs) {
  return { others: await findOthers(args, await contentEditor(args)) }
}

export async function action(args: Route.ActionArgs) {
  const editor = await contentEditor(args)
  const schema = newQuestionnaireForm(await findOthers(args, editor))
  return answerForm(args.request, { schema, intents: INTENTS, fields: ['title', 'id', 'from'] }, async command => {
    await createQuestionnaire(servicesOf(args.context), { ...command, editor })
    return redirect(`/admin/content/questionnaires/${command.id}/draft`)
  })
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  keepTypedInput({ request, serverAction }, unansweredIntent(INTENTS))

export default function NewQuestionnaire({ loaderData, actionData }: Route.ComponentProps) {
  const { ref, field } = useForm(newQuestionnaireFields(loaderData.others), actionData)
  const { blocker } = useUnsaved(ref, undefined)
  const id = useRef<HTMLInputElement>(null)
  /** The id follows the title until it is edited. */
  const follow = useRef(true)
  const sending = useNavigation().formMethod === 'POST'
  return (
    <>
      <PageHeading
        title="Nuevo cuestionario"
        description="Se crea como borrador: nadie lo ve hasta que lo publiques y lo elijas en un producto."
        before={contentTrail({ label: 'Nuevo cuestionario' })}
      />
      <Form ref={ref} method="post" noValidate className="max-w-2xl">
        <input type="hidden" name="intent" value="create" />
        <FormOutcome answer={actionData} />
        <Panel>
          <div className="grid gap-5">
            <TextField
              {...field('title')}
              onInput={({ currentTarget }) => {
                if (follow.current && id.current) id.current.value = slugFor(currentTarget.value)
              }}
            />
            <TextField
              {...field('id')}
              ref={id}
              onInput={({ currentTarget }) => {
                follow.current = currentTarget.value === ''
              }}
            />
            <SelectField {...field('from')} hint="Puedes cambiarlo todo después." />
          </div>
        </Panel>
        <div className="mt-6 flex flex-wrap gap-2.5">
          <Button type="submit" pending={sending} pendingLabel="Creando…">
            Crear borrador
          </Button>
          <ButtonLink to="/admin/content" variant="ghost">
            Cancelar
          </ButtonLink>
        </div>
      </Form>
      <LeaveDialog blocker={blocker} />
    </>
  )
}
