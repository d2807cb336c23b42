import type { QuestionnaireDraft } from '#app/features/questionnaires/drafts/draft.ts'
import { TEXT_MAX } from '#app/features/questionnaires/questionnaire.ts'
import { Panel } from '#app/ui/panel.tsx'
import { TextArea, TextField } from '#app/ui/text-field.tsx'
import { useControl } from './draft-controls.tsx'
import { AddSection } from './draft-navigation.tsx'

/** 0 minutes are missing. */
const minutesText = (minutes: number): string => (minutes === 0 ? '' : String(minutes))

/** The fields of a whole questionnaire: title, introduction and duration. */
export function WholeFields({ draft, fixedForm }: { draft: QuestionnaireDraft; fixedForm: boolean }) {
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
          <div className="grid max-w-md grid-cols-2 gap-5">
            <TextField
              {...control('minutes_min')}
              label="Minutos, desde"
              inputMode="numeric"
              defaultValue={minutesText(draft.estimatedMinutes.min)}
            />
            <TextField
              {...control('minutes_max')}
              label="Minutos, hasta"
              inputMode="numeric"
              defaultValue={minutesText(draft.estimatedMinutes.max)}
            />
          </div>
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
