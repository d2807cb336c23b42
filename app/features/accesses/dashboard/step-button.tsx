import { useNavigation } from 'react-router'
import type { DashboardGroup } from '#app/features/accesses/accesses.ts'
import { invitingPath } from '#app/features/accesses/invitations/setup.ts'
import { productPath } from '#app/features/catalogue/catalogue.ts'
import { countOf } from '#app/kernel/format.ts'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button, ButtonLink, type ButtonProps } from '#app/kit/ui/button.tsx'
import type { GroupHandlers } from './access-list.tsx'
import { stepLabel } from './next-step.ts'

type Looks = Pick<ButtonProps, 'variant' | 'size' | 'aria-describedby'> & { className?: string | undefined }

type StartFormProps = Looks & { accessId: string; children: string }

/** 'Comenzar' and 'Continuar': answering the own seat. */
export function StartForm({ accessId, className, children, ...looks }: StartFormProps) {
  const { state, formData } = useNavigation()
  const pending = state !== 'idle' && formData?.get('intent') === 'start' && formData.get('accessId') === accessId
  return (
    <Form method="post" className={className}>
      <input type="hidden" name="intent" value="start" />
      <input type="hidden" name="accessId" value={accessId} />
      <Button {...looks} type="submit" className="w-full" pending={pending}>
        {children}
      </Button>
    </Form>
  )
}

type StepButtonProps = Looks & { group: DashboardGroup; showResults: GroupHandlers['showResults'] }

/** The one button of a purchase's row: what it asks of its buyer, or else offers. */
export function StepButton({ group, showResults, ...looks }: StepButtonProps) {
  const { step, item_id, own } = group
  const label = stepLabel(step, group)
  const item = `/account/items/${item_id}`
  switch (step) {
    case 'start':
    case 'continue':
      return (
        own && (
          <StartForm {...looks} accessId={own.id}>
            {label}
          </StartForm>
        )
      )
    case 'remind':
      return <RemindForm {...looks} group={group} label={label} />
    case 'invite':
      return link(invitingPath(group))
    case 'publish':
      return link(`${item}/settings`)
    case 'results':
      return group.total_seats === 1 && own?.state === 'completed' ? (
        <ButtonLink {...looks} {...showResults(own)}>
          {label}
        </ButtonLink>
      ) : (
        link(`${item}/results`)
      )
    case 'workshop':
      return own && link(`/account/taller/${own.id}`)
    case 'people':
      return link(`${item}/participants`)
    case 'details':
      return link(productPath(group.assessment_id))
  }

  function link(to: string) {
    return (
      <ButtonLink {...looks} to={to}>
        {label}
      </ButtonLink>
    )
  }
}

type RemindFormProps = Looks & { group: DashboardGroup; label: string }

/** Reminds who has not answered, after a question: a mail can't be taken back. */
const RemindForm = ({ group: { item_id, name, due_reminders }, label, className, ...looks }: RemindFormProps) => (
  <Form method="post" preventScrollReset className={className}>
    <input type="hidden" name="itemId" value={item_id} />
    <ConfirmedSubmit
      {...looks}
      className="w-full"
      value="remind"
      question={`¿Recordar a ${countOf(due_reminders, 'persona', 'personas')}?`}
      consequence={`Quienes no han terminado «${name}» reciben un correo con su código y el plazo. Nadie recibe más de tres recordatorios, ni dos el mismo día.`}
      confirm="Enviar recordatorio"
      confirmVariant="primary"
    >
      {label}
    </ConfirmedSubmit>
  </Form>
)
