import { useNavigation } from 'react-router'
import type { OpenLine } from '#app/features/bank-statements/lines/bank-lines.server.ts'
import type { CandidateOrder } from '#app/features/bank-statements/matching/candidate-orders.server.ts'
import { type Candidate, isOpen } from '#app/features/bank-statements/matching/candidates.ts'
import { closedText, differenceText, reasonsText } from '#app/features/bank-statements/matching/match-texts.ts'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { formatDay } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { SEARCH_LENGTH } from '#app/kit/lists/list-address.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { LineAnswer } from './transfer-action.server.ts'

type SettlePanelProps = {
  candidates: readonly Candidate<CandidateOrder>[]
  searched: readonly Candidate<CandidateOrder>[]
  match: Candidate<CandidateOrder> | undefined
  contested: boolean
  others: readonly OpenLine[]
  search: string
  answer: LineAnswer | undefined
}

/** Takes the credit as the money of an order that a person chooses. */
export function SettlePanel({ search, ...props }: SettlePanelProps) {
  const { candidates, searched, contested } = props
  const known = new Set(searched.map(({ order }) => order.id))
  const shown = [...searched, ...candidates.filter(({ order }) => !known.has(order.id))].filter(isOpen)
  return (
    <Panel
      title="¿Qué orden pagó?"
      description="Una orden pendiente queda pagada; una que ya registraste como pagada solo se asocia."
    >
      <Form method="get" role="search" aria-label="Órdenes" className="mb-6 flex flex-wrap items-end gap-3">
        <TextField
          label="Buscar otra orden por número, cliente, empresa o RUT"
          name="orden"
          type="search"
          most={SEARCH_LENGTH}
          defaultValue={search}
          className="min-w-64 flex-1"
        />
        <Button type="submit" variant="secondary">
          Buscar
        </Button>
      </Form>
      {contested && (
        <Alert tone="warning" className="mb-5">
          Otro abono calza con la misma orden: mira cuál de los dos la pagó.
        </Alert>
      )}
      {shown.length === 0 ? (
        <p className="text-md text-muted">
          {search === ''
            ? 'Ninguna orden que espere un pago se le parece.'
            : 'Ninguna de las encontradas espera un pago.'}
        </p>
      ) : (
        <SettleForm {...props} shown={shown} />
      )}
    </Panel>
  )
}

type SettleFormProps = Omit<SettlePanelProps, 'search'> & { shown: readonly Candidate<CandidateOrder>[] }

function SettleForm({ shown, match, others, answer }: SettleFormProps) {
  const sending = useNavigation().formData?.get('intent') === 'settle'
  const { ref, errors } = useForm({}, answer)
  const selected = answer?.values.order ?? (match && isOpen(match) ? match.order.id : undefined)
  const mayBeTooMuch = shown.some(({ difference }) => difference > 0) || others.length > 0
  return (
    <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-6">
      <input type="hidden" name="intent" value="settle" />
      <RadioGroup
        legend="Orden"
        name="order"
        variant="card"
        options={shown.map(candidate => ({
          value: candidate.order.id,
          label: `${candidate.order.number}, ${formatPesos(candidate.order.total)}`,
          description: describe(candidate),
        }))}
        defaultValue={selected}
        error={errors.order}
      />
      {others.length > 0 && (
        <Fieldset
          legend="Sumar otros abonos de la misma compra"
          hint="Cuando la pagaron en partes."
          error={errors.with}
        >
          {others.map(other => (
            <Checkbox
              key={other.id}
              name="with"
              value={other.id}
              defaultChecked={answer?.values.with?.includes(other.id)}
              label={`${formatPesos(other.amount)} del ${formatDay(other.bookedOn)}: ${other.description}`}
            />
          ))}
        </Fieldset>
      )}
      {mayBeTooMuch && (
        <Checkbox
          name="surplus"
          label="Si sobra dinero, lo devolveré por transferencia"
          hint="Queda anotado cuánto falta por devolver."
          defaultChecked={answer?.values.surplus === 'on'}
          error={errors.surplus}
        />
      )}
      <ReauthenticationField hint="La pedimos porque entrega accesos sin un pago del banco." error={errors.password} />
      <Button type="submit" className="justify-self-start" pending={sending} pendingLabel="Confirmando…">
        Confirmar
      </Button>
    </Form>
  )
}

const describe = (candidate: Candidate<CandidateOrder>): string => {
  const { order } = candidate
  const state = order.status === 'pending' ? 'Pendiente' : `La orden ${closedText(order.status)}, sin su abono`
  return [
    order.company === null ? order.client.name : `${order.client.name}, ${order.company}`,
    state,
    reasonsText(candidate),
    differenceText(candidate),
  ]
    .filter(text => text !== undefined)
    .join('. ')
}
