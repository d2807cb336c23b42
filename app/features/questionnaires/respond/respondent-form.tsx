import { useNavigation } from 'react-router'
import type { RespondAnswer } from '#app/features/questionnaires/respond-texts.ts'
import { AGE_QUESTION, AGES, respondentFields } from '#app/features/questionnaires/respondent.ts'
import type { RespondentStage } from '#app/features/questionnaires/stage.ts'
import { countOf } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { PrivacyNotice } from './privacy-notice.tsx'

const LOCKED = 'Viene de tu invitación y no se puede cambiar.'

type RespondentFormProps = {
  stage: RespondentStage
  answer: Extract<RespondAnswer, { form: 'start' }> | undefined
}

/** Stage 2: who answers, and who will read it (specification 2, section 2; spec D18 and D27). */
export function RespondentForm({ stage, answer }: RespondentFormProps) {
  const pending = useNavigation().formData?.get('intent') === 'start'
  const { questionnaire, values } = stage
  const { ref, errors, field } = useForm(respondentFields(questionnaire.aboutData), answer)
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-2xl sm:text-3xl">{questionnaire.title}</h1>
      <p className="mt-3 text-pretty text-muted">{questionnaire.intro}</p>
      <p className="mt-3 text-md text-muted tabular-nums">
        {`${countOf(questionnaire.questions, 'pregunta', 'preguntas')} en ${countOf(questionnaire.sections, 'sección', 'secciones')} · ${minutesText(questionnaire.minutes)} · Cada respuesta se guarda al instante y puedes continuar después, hasta el ${stage.deadline}.`}
      </p>
      <Form ref={ref} method="post" noValidate className="mt-8 grid gap-6">
        <input type="hidden" name="intent" value="start" />
        <input type="hidden" name="access_id" value={stage.accessId} />
        {/* A new element for a new promise, whatever the form held before. */}
        <input key={stage.promised} type="hidden" name="promised" value={stage.promised} />
        {answer?.notice && (
          <Alert tone="warning" title={answer.notice.title}>
            {answer.notice.description}
          </Alert>
        )}
        <Panel title="1. Identificación del Respondente">
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...field('full_name', values.full_name)} />
            <TextField
              label="Correo corporativo"
              name="corporate_email"
              type="email"
              readOnly
              defaultValue={values.corporate_email}
              hint={LOCKED}
            />
            <TextField {...field('position', values.position)} />
            <TextField {...field('organizational_unit', values.organizational_unit)} />
            <TextArea {...field('data_role', values.data_role)} className="sm:col-span-2" />
            <TextField {...field('company_name', values.company_name)} />
            <TextField
              label="Código de invitación"
              name="invitation_code"
              readOnly
              defaultValue={values.invitation_code}
              hint={LOCKED}
              error={errors.invitation_code}
            />
          </div>
          {stage.asksAge && (
            <RadioGroup
              className="mt-5"
              legend={AGE_QUESTION}
              name="age_declaration"
              required
              defaultValue={answer?.values.age_declaration}
              error={errors.age_declaration}
              options={AGES}
            />
          )}
        </Panel>
        <Panel title="Quién leerá tus respuestas">
          <PrivacyNotice audience={stage.audience} notice={stage.notice} />
        </Panel>
        {questionnaire.legalNote !== undefined && <p className="text-sm text-muted">{questionnaire.legalNote}</p>}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button type="submit" size="lg" pending={pending} className="max-sm:w-full">
            Comenzar Evaluación
          </Button>
          <p className="text-sm text-muted">Al comenzar confirmas que leíste quién verá tus respuestas.</p>
        </div>
      </Form>
    </div>
  )
}

const minutesText = ({ min, max }: { min: number; max: number }): string =>
  min === max ? countOf(min, 'minuto', 'minutos') : `${min} a ${max} minutos`
