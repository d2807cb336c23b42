import { useNavigation } from 'react-router'
import type { RefundImpact } from '#app/features/accesses/related-accesses.db.server.ts'
import { StepUpField } from '#app/features/identity/staff/step-up-field.tsx'
import {
  answerFields,
  type ChargebackIntent,
  settleChargebackFields,
} from '#app/features/payments/chargebacks/chargebacks.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { AccessChoice } from './access-choice.tsx'

type Answer = FormAnswer<ChargebackIntent, 'answer' | 'result' | 'note' | 'accesses'> | undefined

/** Records what was answered to the bank. */
export function AnswerForm({ answer }: { answer: Answer }) {
  const sending = useNavigation().formData?.get('intent') === 'answer'
  const { ref, field } = useForm(answerFields, answer)
  return (
    <Panel title="Responder" description="La respuesta se envía en el portal del banco. Aquí queda qué se respondió.">
      <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
        <input type="hidden" name="intent" value="answer" />
        <TextArea {...field('answer')} />
        <Button type="submit" className="justify-self-start" pending={sending} pendingLabel="Guardando…">
          Marcar como respondido
        </Button>
      </Form>
    </Panel>
  )
}

type SettleFormProps = { canRevoke: boolean; atStake: RefundImpact; answer: Answer }

/** Records what the bank decided. */
export function SettleForm({ canRevoke, atStake, answer }: SettleFormProps) {
  const sending = useNavigation().formData?.get('intent') === 'settle'
  const { ref, errors, field } = useForm(settleChargebackFields, answer)
  return (
    <Panel title="Resolver" description="Cuando el banco decida. No se puede deshacer.">
      <Form ref={ref} method="post" noValidate preventScrollReset className="group/settle grid gap-5">
        <input type="hidden" name="intent" value="settle" />
        <RadioGroup
          legend="¿Qué resolvió el banco?"
          name="result"
          variant="card"
          columns={2}
          defaultValue={answer?.values.result}
          error={errors.result}
          required
          options={[
            {
              value: 'won',
              label: 'Ganado',
              description: canRevoke
                ? 'El dinero vuelve a la tienda.'
                : 'El dinero vuelve a la tienda y la orden está pagada otra vez.',
            },
            { value: 'lost', label: 'Perdido', description: 'El dinero queda con el titular de la tarjeta.' },
          ]}
        />
        <TextField {...field('note')} />
        {canRevoke && (
          <div className="hidden group-has-[input[value=lost]:checked]/settle:block">
            <AccessChoice atStake={atStake} defaultValue={answer?.values.accesses ?? 'keep'} errors={errors} />
          </div>
        )}
        <StepUpField
          hint="La pedimos porque cambia lo que la tienda ganó."
          error={errors.password}
          className="max-w-sm"
        />
        <Button type="submit" className="justify-self-start" pending={sending} pendingLabel="Guardando…">
          Resolver
        </Button>
      </Form>
    </Panel>
  )
}
