import { useNavigation } from 'react-router'
import { countOf } from '#app/kernel/format.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Disclosure } from '#app/kit/ui/disclosure.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { correctionFields, eraseFields, type OwnRightIntent } from './own-rights.ts'
import type { WordedAnswer } from './personal-data.server.ts'
import { accessNames, formatStoredTime, readersText, type SubjectAccess, stateText } from './personal-data.ts'

export type OwnRightAnswer = FormAnswer<
  OwnRightIntent,
  'access_id' | 'first_name' | 'last_name' | 'department' | 'job_role' | 'details' | 'kind' | 'word'
>

type OwnAccessPanelProps = {
  access: SubjectAccess
  answers: readonly WordedAnswer[]
  answer: OwnRightAnswer | undefined
}

/** One evaluation or workshop of a person: what is kept, who can read it, and its correction and erasure. */
export function OwnAccessPanel({ access, answers, answer }: OwnAccessPanelProps) {
  const own = answer?.values.access_id === access.id ? answer : undefined
  return (
    <Panel title={access.product} description={readersText(access)}>
      <div className="grid gap-4">
        <div className="grid items-start gap-x-8 gap-y-3 sm:grid-cols-2">
          <Facts>
            <Fact label="Estado">{stateText(access)}</Fact>
            <Fact label="Nombre">{access.run?.full_name ?? access.invitee_name ?? 'Sin dato'}</Fact>
            <Fact label="Área">{access.department ?? access.run?.organizational_unit ?? 'Sin dato'}</Fact>
            <Fact label="Cargo">{access.job_role ?? access.run?.position ?? 'Sin dato'}</Fact>
            {access.run && <Fact label="Empresa">{access.run.company_name}</Fact>}
            {access.run && <Fact label="Rol respecto a lo que se evalúa">{access.run.data_role}</Fact>}
          </Facts>
          <Facts>
            <Fact label={access.own ? 'Creado' : 'Invitación'}>{formatStoredTime(access.created_at)}</Fact>
            {access.run && (
              <Fact label="Comienzo">
                {`${formatStoredTime(access.run.start_time)}, con el aviso de privacidad versión ${access.run.privacy_notice_version}`}
              </Fact>
            )}
            {access.completed_at !== null && <Fact label="Término">{formatStoredTime(access.completed_at)}</Fact>}
            <Fact label="Recordatorios enviados">{access.reminders_sent}</Fact>
            {access.review && (
              <Fact label="Tu valoración">{`${access.review.rating} de 5. ${access.review.comment}`}</Fact>
            )}
            {access.certificate && <Fact label="Certificado">{access.certificate.code}</Fact>}
          </Facts>
        </div>
        {answers.length > 0 && (
          <Disclosure level={3} title={`Ver ${countOf(answers.length, 'respuesta', 'respuestas')}`}>
            <dl className="grid gap-3 text-md">
              {answers.map(({ field, question, answer: given }) => (
                <Fact key={field} label={question}>
                  {given}
                </Fact>
              ))}
            </dl>
          </Disclosure>
        )}
        <Disclosure level={3} title="Corregir nombre, área o cargo" defaultOpen={own?.intent === 'correct'}>
          <CorrectionForm access={access} answer={own?.intent === 'correct' ? own : undefined} />
        </Disclosure>
        <Disclosure level={3} title="Borrar mis datos y respuestas" defaultOpen={own?.intent === 'erase'}>
          <EraseForm access={access} answer={own?.intent === 'erase' ? own : undefined} />
        </Disclosure>
      </div>
    </Panel>
  )
}

type FormProps = { access: SubjectAccess; answer: OwnRightAnswer | undefined }

function CorrectionForm({ access, answer }: FormProps) {
  const pending = useNavigation().formData?.get('intent') === 'correct'
  const { ref, field } = useForm(correctionFields, answer)
  const names = accessNames(access)
  return (
    <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
      <input type="hidden" name="intent" value="correct" />
      <input type="hidden" name="access_id" value={access.id} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('first_name', names.first_name)} />
        <TextField {...field('last_name', names.last_name)} />
        <TextField {...field('department', access.department ?? access.run?.organizational_unit ?? '')} />
        <TextField {...field('job_role', access.job_role ?? access.run?.position ?? '')} />
      </div>
      <Button type="submit" className="justify-self-start" pending={pending} pendingLabel="Guardando…">
        Guardar corrección
      </Button>
    </Form>
  )
}

/** Erases the data of one access, or of all when none is given. */
export function EraseForm({ access, answer }: { access?: SubjectAccess; answer: OwnRightAnswer | undefined }) {
  const pending = useNavigation().formData?.get('intent') === 'erase'
  const { ref, field } = useForm(eraseFields, answer)
  return (
    <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
      <input type="hidden" name="intent" value="erase" />
      {access && <input type="hidden" name="access_id" value={access.id} />}
      <p className="max-w-prose text-md">
        {access
          ? 'Se borran tu nombre, tu correo y cada respuesta de esta evaluación, y dejan de estar en los resultados de quien compró. Si se mostraban en un grupo confidencial, el grupo completo deja de mostrarse, para que nadie deduzca las tuyas. No se puede deshacer.'
          : 'Se borran tu nombre, tu correo y cada respuesta de todas las evaluaciones y talleres de esta página, y tu nombre en las acciones de planes. No se puede deshacer.'}
      </p>
      <TextField {...field('word')} className="max-w-xs" />
      <Button type="submit" variant="danger" className="justify-self-start" pending={pending} pendingLabel="Borrando…">
        {access ? 'Borrar estos datos' : 'Borrar todo'}
      </Button>
    </Form>
  )
}
