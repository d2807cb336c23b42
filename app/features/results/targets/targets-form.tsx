import { useNavigation } from 'react-router'
import { IMPORTANCES } from '#app/features/questionnaires/questionnaire.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { type ItemTargets, targetName, weightName } from './targets.ts'

type TargetsFormProps = { targets: ItemTargets; answer: { done: boolean; text: string } | undefined }

const importances = IMPORTANCES.map((label, index) => ({ value: String(index + 1), label }))

/** The level that each area should reach and how much it matters, set before the round begins. */
export function TargetsForm({ targets, answer }: TargetsFormProps) {
  const sending = useNavigation().formData?.get('intent') === 'choose-targets'
  return (
    <Panel title="Objetivos por área" description={targetsText(targets)} className="print:hidden">
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="choose-targets" />
        {answer && (
          <Alert tone={answer.done ? 'success' : 'error'} className="mb-5">
            {answer.text}
          </Alert>
        )}
        <TargetFields targets={targets} />
        <Button type="submit" variant="secondary" className="mt-5" pending={sending} pendingLabel="Guardando…">
          Guardar objetivos
        </Button>
      </Form>
    </Panel>
  )
}

/** What targets are for, and until when they can be changed. */
export const targetsText = ({ until }: Pick<ItemTargets, 'until'>): string =>
  `El nivel que quieres alcanzar en cada área y cuánto te importa. Los resultados miden la distancia a estos objetivos y ordenan las prioridades por distancia e importancia. Se pueden cambiar hasta ${until === 'answered' ? 'la primera respuesta' : 'que publiques resultados'}.`

type TargetFieldsProps = {
  targets: Pick<ItemTargets, 'areas' | 'levels'>
  /** The id of their form, where it is not around them. */
  form?: string
  /** What was chosen in a form that was refused. */
  values?: Readonly<Record<string, string>> | undefined
}

/** Level and importance of each area. */
export function TargetFields({ targets: { areas, levels }, form, values }: TargetFieldsProps) {
  const options = levels.map(({ level, name }) => ({ value: String(level), label: `Nivel ${level}: ${name}` }))
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
      {areas.map(({ id, name, target, weight }) => (
        <fieldset key={id} className="grid items-start gap-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <legend className="mb-1.5 font-semibold">{name}</legend>
          <SelectField
            name={targetName(id)}
            form={form}
            label="Objetivo"
            options={options}
            defaultValue={values?.[targetName(id)] ?? String(target.selected)}
            hint={target.selected === target.proposed ? undefined : `Se propone el nivel ${target.proposed}.`}
          />
          <SelectField
            name={weightName(id)}
            form={form}
            label="Importancia"
            options={importances}
            defaultValue={values?.[weightName(id)] ?? String(weight.selected)}
            hint={weight.selected === weight.proposed ? undefined : `Se propone ${importanceName(weight.proposed)}.`}
          />
        </fieldset>
      ))}
    </div>
  )
}

const importanceName = (weight: number): string => IMPORTANCES[weight - 1]?.toLowerCase() ?? ''
