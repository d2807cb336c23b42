import { useState } from 'react'
import { useNavigation } from 'react-router'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Hidden, PostButton } from '#app/kit/forms/post-button.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { useHydrated } from '#app/kit/ui/use-hydrated.ts'
import { actionFields, NOBODY, OTHER, titleField } from './action-fields.ts'
import type { Owner, PlanAnswer, WorkedAction } from './plan-actions.ts'

type ActionFormProps = {
  action: WorkedAction
  people: readonly Owner[]
  isFirst: boolean
  isLast: boolean
  answer: PlanAnswer | undefined
}

/** Who does an action until when, how far it is, and its place in the plan. */
export function ActionForm({ action, people, isFirst, isLast, answer }: ActionFormProps) {
  const { id, title, version } = action
  return (
    <section aria-label={`Seguimiento: ${title}`} className="rounded-md border border-line bg-sunken p-4 print:hidden">
      <FormOutcome answer={answer} />
      {/* What somebody else saved takes the place of what was shown. */}
      <ChangeForm key={version} action={action} people={people} answer={answer} />
      <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-3">
        {!isFirst && (
          <PostButton intent="plan-up" values={{ id }} variant="ghost" size="sm" aria-label={`Subir: ${title}`}>
            Subir
          </PostButton>
        )}
        {!isLast && (
          <PostButton intent="plan-down" values={{ id }} variant="ghost" size="sm" aria-label={`Bajar: ${title}`}>
            Bajar
          </PostButton>
        )}
        <PostButton intent="plan-hide" values={{ id }} variant="ghost" size="sm" aria-label={`Ocultar: ${title}`}>
          Ocultar
        </PostButton>
      </div>
    </section>
  )
}

type ChangeProps = Pick<ActionFormProps, 'action' | 'people' | 'answer'>

function ChangeForm({ action, people, answer }: ChangeProps) {
  const { id, version, subject, title, owner, due_on, state, dropped_reason, note } = action
  const { ref, field, errors } = useForm({ title: titleField, ...actionFields }, answer)
  const [chosen, setChosen] = useState<string>(answer?.values.state ?? state)
  const everything = !useHydrated()
  const sending = useIsSending('plan-change', id)
  return (
    <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-4">
      <Hidden values={{ intent: 'plan-change', id, version: answer?.values.version ?? String(version) }} />
      {subject === null && <TextField {...field('title', title)} />}
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField {...field('state', state)} onChange={event => setChosen(event.currentTarget.value)} />
        <OwnerFields people={people} owner={owner} field={field} typed={answer?.values.owner} error={errors.owner} />
        <TextField {...field('due_on', due_on)} />
        {(everything || chosen === 'dropped') && <TextField {...field('dropped_reason', dropped_reason)} />}
      </div>
      <TextArea {...field('note', note)} />
      <Button
        type="submit"
        size="sm"
        variant="secondary"
        className="justify-self-start"
        pending={sending}
        pendingLabel="Guardando…"
      >
        Guardar
      </Button>
    </Form>
  )
}

type AddProps = { people: readonly Owner[]; answer: PlanAnswer | undefined }

export function AddForm({ people, answer }: AddProps) {
  const { ref, field, errors } = useForm({ title: titleField, ...actionFields }, answer)
  const sending = useIsSending('plan-add')
  // Another form once an action was added, without what was typed for it.
  const [added, setAdded] = useState<{ answer: PlanAnswer | undefined; count: number }>({ answer, count: 0 })
  if (added.answer !== answer) setAdded({ answer, count: added.count + (answer?.done ? 1 : 0) })
  return (
    <>
      <FormOutcome answer={answer} />
      <Form
        key={added.count}
        ref={ref}
        method="post"
        noValidate
        preventScrollReset
        className="grid max-w-3xl gap-4 print:hidden"
      >
        <Hidden values={{ intent: 'plan-add' }} />
        <TextField {...field('title')} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <OwnerFields people={people} owner={null} field={field} typed={answer?.values.owner} error={errors.owner} />
          <TextField {...field('due_on')} />
        </div>
        <TextArea {...field('note')} />
        <Button
          type="submit"
          size="sm"
          variant="secondary"
          className="justify-self-start"
          pending={sending}
          pendingLabel="Agregando…"
        >
          Agregar acción
        </Button>
      </Form>
    </>
  )
}

type OwnerProps = {
  people: readonly Owner[]
  owner: Owner | null
  field: ReturnType<typeof useForm<typeof actionFields>>['field']
  typed: string | undefined
  error: string | undefined
}

/** Somebody of the purchase, or another person's name and e-mail. */
function OwnerFields({ people, owner, field, typed, error }: OwnerProps) {
  const isKnown = people.some(({ email }) => email === owner?.email)
  const stored = owner === null ? NOBODY : isKnown ? (owner.email ?? OTHER) : OTHER
  const [chosen, setChosen] = useState(typed ?? stored)
  const everything = !useHydrated()
  const other = stored === OTHER ? owner : null
  return (
    <>
      <SelectField
        name="owner"
        label="Responsable"
        options={[
          { value: NOBODY, label: 'Sin responsable' },
          ...people.map(({ name, email }) => ({ value: email ?? '', label: name })),
          { value: OTHER, label: 'Otra persona' },
        ]}
        defaultValue={chosen}
        error={error}
        onChange={event => setChosen(event.currentTarget.value)}
      />
      {(everything || chosen === OTHER) && (
        <>
          <TextField {...field('owner_name', other?.name)} />
          <TextField {...field('owner_email', other?.email)} />
        </>
      )}
    </>
  )
}

/** Whether a form of the plan is on its way. @param id of the action that it changes */
function useIsSending(intent: string, id?: string): boolean {
  const { formData } = useNavigation()
  return formData?.get('intent') === intent && (id === undefined || formData.get('id') === id)
}
