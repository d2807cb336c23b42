import { useNavigation } from 'react-router'
import type { ItemAnswer } from '#app/features/results/item-views/item-page.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import type { BoardPage } from './board.ts'
import { DECISION_PARTS, DECISION_PLACES, type DecisionPart, decisionFields, partName } from './decision-fields.ts'

type DecisionsFormProps = {
  board: Pick<BoardPage, 'decisions'> & { version: number }
  answer: ItemAnswer | undefined
}

/** What is asked of the board, to be changed before it is printed. Whoever saved them keeps them, whatever the answers propose later. */
export function DecisionsForm({ board: { decisions, version }, answer }: DecisionsFormProps) {
  const sending = useNavigation().formData?.get('intent')
  const { ref, field } = useForm(decisionFields, answer?.done ? undefined : answer)
  return (
    <Panel
      title="Cambiar las decisiones"
      description="Se imprimen como las dejes. Una decisión sin título no aparece."
      className="print:hidden"
    >
      {answer && (
        <Alert tone={answer.done ? 'success' : 'error'} className="mb-5">
          {answer.text}
        </Alert>
      )}
      <Form ref={ref} key={version} method="post" preventScrollReset noValidate>
        <input type="hidden" name="version" value={version} />
        <div className="grid gap-x-8 gap-y-8 lg:grid-cols-3">
          {DECISION_PLACES.map(place => {
            const stored = decisions[place - 1]
            const part = (name: DecisionPart) => field(partName(place, name), stored?.[name] ?? '')
            const [title, ask, who, work, until] = DECISION_PARTS
            return (
              <fieldset key={place} className="grid content-start gap-4">
                <legend className="mb-3 font-semibold">{`Decisión ${place}`}</legend>
                <TextField {...part(title)} />
                <TextArea {...part(ask)} />
                <TextField {...part(who)} />
                <TextField {...part(work)} />
                <TextField {...part(until)} />
              </fieldset>
            )
          })}
        </div>
        <div className="mt-6 flex flex-wrap gap-2.5">
          <Button
            type="submit"
            name="intent"
            value="save-decisions"
            variant="secondary"
            pending={sending === 'save-decisions'}
            pendingLabel="Guardando…"
          >
            Guardar decisiones
          </Button>
          {version > 0 && (
            <Button
              type="submit"
              name="intent"
              value="propose-decisions"
              variant="ghost"
              pending={sending === 'propose-decisions'}
              pendingLabel="Volviendo…"
            >
              Volver a las propuestas
            </Button>
          )}
        </div>
      </Form>
    </Panel>
  )
}
