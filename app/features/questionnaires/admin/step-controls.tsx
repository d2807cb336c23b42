import { PLAN_CONTROLS } from '#app/features/questionnaires/drafts/plan-form.ts'
import { BAND_NAMES, daysInput, PERIOD_NAMES } from '#app/features/questionnaires/drafts/step-texts.ts'
import { HORIZONS, PLAN_MAX, type PlanStep, STARTS } from '#app/features/questionnaires/plan.ts'
import type { ClosedQuestion } from '#app/features/questionnaires/questionnaire.ts'
import { countOf } from '#app/kernel/format.ts'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { useControl } from './draft-controls.tsx'
import { NeedFields } from './need-fields.tsx'

const HORIZON_OPTIONS = HORIZONS.map(days => ({ value: String(days), label: countOf(days, 'día', 'días') }))
const BAND_OPTIONS = Object.entries(BAND_NAMES).map(([value, label]) => ({ value, label }))
const PERIOD_OPTIONS = Object.entries(PERIOD_NAMES).map(([value, label]) => ({ value, label }))

/** The texts of a step and its figures. */
export function StepControls({ step, questions }: { step: PlanStep; questions: readonly ClosedQuestion[] }) {
  const control = useControl()
  const own = (path: string) => control(PLAN_CONTROLS.step(step, path))
  const { owner, effort, indicator } = step
  return (
    <div className="grid gap-5 sm:grid-cols-6">
      <TextField
        {...own('title')}
        className="sm:col-span-6"
        label="Título"
        hint="Un infinitivo que diga el resultado."
        defaultValue={step.title}
        most={PLAN_MAX.title}
      />
      <TextArea
        {...own('why')}
        className="sm:col-span-6"
        label="Por qué"
        hint="La consecuencia, para quien aprueba."
        rows={1}
        defaultValue={step.why}
        most={PLAN_MAX.why}
      />
      {STARTS[step.to].map(level => (
        <TextArea
          key={level}
          {...own(`start.${level}`)}
          className="sm:col-span-6"
          label={`Esta semana, desde el nivel ${level}`}
          rows={2}
          defaultValue={step.start[level]}
          most={PLAN_MAX.start}
        />
      ))}
      <Fieldset legend="Cómo" className="sm:col-span-6">
        <ol className="grid gap-3">
          {step.how.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a point is its position.
            <li key={index} className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-start gap-2">
              <span aria-hidden="true" className="pt-2.5 text-md font-medium text-copper tabular-nums">
                {index + 1}
              </span>
              <TextArea
                {...own(`how.${index}`)}
                label={`Cómo, punto ${index + 1}`}
                hideLabel
                rows={1}
                defaultValue={text}
                most={PLAN_MAX.how}
              />
            </li>
          ))}
        </ol>
      </Fieldset>
      <TextArea
        {...own('evidence')}
        className="sm:col-span-6"
        label="Evidencia"
        hint="Lo que otra persona puede mirar para ver que está hecho."
        rows={1}
        defaultValue={step.evidence}
        most={PLAN_MAX.evidence}
      />
      <TextField
        {...own('owner.role')}
        className="sm:col-span-2"
        label="Responsable"
        defaultValue={owner.role}
        most={PLAN_MAX.role}
      />
      <TextField
        {...own('owner.with')}
        className="sm:col-span-2"
        label="Con"
        optional
        defaultValue={owner.with ?? ''}
        most={PLAN_MAX.with}
      />
      <TextField
        {...own('owner.small')}
        className="sm:col-span-2"
        label="En una empresa de 30 personas"
        optional
        defaultValue={owner.small ?? ''}
        most={PLAN_MAX.small}
      />
      <SelectField
        {...own('effort.band')}
        className="sm:col-span-2"
        label="Esfuerzo"
        options={BAND_OPTIONS}
        defaultValue={effort.band}
      />
      <TextField
        {...own('effort.days.0')}
        className="sm:col-span-2"
        label="Días de trabajo, desde"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={daysInput(effort.days[0])}
      />
      <TextField
        {...own('effort.days.1')}
        className="sm:col-span-2"
        label="Días de trabajo, hasta"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={daysInput(effort.days[1])}
      />
      <TextField
        {...own('effort.money')}
        className="sm:col-span-4"
        label="Qué puede costar"
        optional
        defaultValue={effort.money ?? ''}
        most={PLAN_MAX.money}
      />
      <SelectField
        {...own('horizon')}
        className="sm:col-span-2"
        label="Plazo"
        options={HORIZON_OPTIONS}
        defaultValue={String(step.horizon)}
      />
      <TextField
        {...own('indicator.name')}
        className="sm:col-span-4"
        label="Indicador"
        defaultValue={indicator.name}
        most={PLAN_MAX.indicator}
      />
      <SelectField
        {...own('indicator.every')}
        className="sm:col-span-2"
        label="Se mide"
        options={PERIOD_OPTIONS}
        defaultValue={indicator.every}
      />
      <TextField
        {...own('indicator.formula')}
        className="sm:col-span-3"
        label="Fórmula"
        defaultValue={indicator.formula}
        most={PLAN_MAX.formula}
      />
      <TextField
        {...own('indicator.target')}
        className="sm:col-span-3"
        label="Meta"
        hint="Con su fecha."
        defaultValue={indicator.target}
        most={PLAN_MAX.target}
      />
      <NeedFields step={step} questions={questions} className="sm:col-span-6" />
      <TextArea
        {...own('law')}
        className="sm:col-span-6"
        label="Ley que lo pide"
        optional
        rows={1}
        defaultValue={step.law ?? ''}
        most={PLAN_MAX.law}
      />
    </div>
  )
}
