import { OPTION_ORDERS, PROPOSED_MODES, type QuestionnaireDraft } from '#app/features/questionnaires/drafts/draft.ts'
import { type Scale, scaleControl } from '#app/features/questionnaires/drafts/scales.ts'
import { type Level, TEXT_MAX } from '#app/features/questionnaires/questionnaire.ts'
import { announcedMinutes } from '#app/features/questionnaires/reading-time.ts'
import { countOf } from '#app/kernel/format.ts'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { useControl } from './draft-controls.tsx'
import { AddSection } from './draft-navigation.tsx'

/** The fields of a whole questionnaire: title and introduction, with the minutes that follow from its words. */
export function QuestionnaireSettings({ draft, fixedForm }: { draft: QuestionnaireDraft; fixedForm: boolean }) {
  const control = useControl()
  return (
    <>
      <Panel title="General">
        <div className="grid gap-5">
          <TextField {...control('title')} label="Título" defaultValue={draft.title} most={TEXT_MAX} />
          <TextArea
            {...control('intro')}
            label="Introducción"
            hint="Qué mide y cómo responder. Se lee antes de comenzar."
            rows={3}
            defaultValue={draft.intro}
            most={TEXT_MAX}
          />
          <TextArea
            {...control('legalNote')}
            label="Nota legal"
            optional
            rows={2}
            defaultValue={draft.legalNote}
            most={TEXT_MAX}
          />
          <SelectField
            {...control('optionOrder')}
            label="Orden de las opciones"
            hint="Si es distinto para cada persona, el lugar no delata la mejor. «No sé» queda al final, y los resultados las muestran como están escritas."
            defaultValue={draft.optionOrder ?? 'written'}
            options={Object.entries(OPTION_ORDERS).map(([value, label]) => ({ value, label }))}
          />
          <SelectField
            {...control('resultMode')}
            label="Modo propuesto"
            hint="Con este modo empiezan las compras de empresa; quien compra puede cambiarlo hasta la primera invitación."
            defaultValue={draft.resultMode ?? 'nominative'}
            options={Object.entries(PROPOSED_MODES).map(([value, label]) => ({ value, label }))}
          />
          <p className="text-sm text-muted">
            Se anuncia con <b>{countOf(announcedMinutes(draft), 'minuto', 'minutos')}</b>, según sus palabras: 180 por
            minuto y 6 segundos por pregunta cerrada. Se actualiza al guardar.
          </p>
        </div>
      </Panel>
      {!fixedForm && (
        <div>
          <AddSection />
        </div>
      )}
    </>
  )
}

/** The means that reach a level: a level counts when all of it is met. */
const levelBand = (level: number): string => (level === 5 ? '5,0' : `${level},0 a ${level},9`)

/** The five levels of a questionnaire. Their bands are the same in all, so that they neither overlap nor leave gaps. */
export function LevelFields({ levels }: { levels: readonly Level[] }) {
  const control = useControl()
  return (
    <Panel
      title="Niveles"
      description="Con ellos se cuentan los resultados. Cada opción de una pregunta vale su nivel; una sección tiene el promedio de sus preguntas, y el total, el promedio de las secciones."
    >
      <div className="grid gap-5">
        {levels.map(({ level, name, definition }) => (
          <div key={level} className="grid gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <TextField
              {...control(`level.${level}.name`)}
              label={`Nivel ${level}: nombre`}
              hint={`Promedio de ${levelBand(level)}`}
              defaultValue={name}
              most={TEXT_MAX}
            />
            <TextArea
              {...control(`level.${level}.definition`)}
              label={`Nivel ${level}: definición`}
              rows={2}
              defaultValue={definition}
              most={TEXT_MAX}
            />
          </div>
        ))}
      </div>
    </Panel>
  )
}

const usedBy = ({ questions }: Scale): string =>
  `La usan las preguntas ${questions.map(({ number }) => number).join(', ')}.`

/** The scales of a questionnaire's questions. Changing a point changes it in every question that uses the scale. */
export function ScaleFields({ scales }: { scales: readonly Scale[] }) {
  const control = useControl()
  if (scales.length === 0) {
    return (
      <Panel title="Escalas">
        <EmptyState as="h3" title="Ninguna escala en común">
          Una escala son las cinco opciones que comparten varias preguntas. Elígela en cada pregunta, con «Usar una
          escala»; aquí la cambias en todas a la vez.
        </EmptyState>
      </Panel>
    )
  }
  return (
    <>
      {scales.map((scale, index) => (
        <Panel key={scale.questions[0]?.field} title={`Escala ${index + 1}`} description={usedBy(scale)}>
          <input
            type="hidden"
            name={scaleControl(index, 'questions')}
            value={scale.questions.map(({ field }) => field).join(' ')}
          />
          <div className="grid gap-4">
            {scale.points.map((point, position) => (
              <TextField
                // biome-ignore lint/suspicious/noArrayIndexKey: a point is its position.
                key={position}
                {...control(scaleControl(index, position + 1))}
                label={`Nivel ${position + 1}`}
                defaultValue={point}
                most={TEXT_MAX}
              />
            ))}
          </div>
        </Panel>
      ))}
    </>
  )
}
