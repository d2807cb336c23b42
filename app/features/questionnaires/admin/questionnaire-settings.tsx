import type { QuestionnaireDraft } from '#app/features/questionnaires/drafts/draft.ts'
import { TEXT_MAX } from '#app/features/questionnaires/questionnaire.ts'
import { announcedMinutes } from '#app/features/questionnaires/reading-time.ts'
import { countOf } from '#app/kernel/format.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
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
