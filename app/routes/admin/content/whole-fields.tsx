import type { QuestionnaireDraft } from '#app/features/questionnaires/drafts/draft.ts'
import type { Problem } from '#app/features/questionnaires/field-rules.ts'
import { TEXT_MAX } from '#app/features/questionnaires/questionnaire.ts'
import { Panel } from '#app/ui/panel.tsx'
import { TextArea, TextField } from '#app/ui/text-field.tsx'
import { AddSection } from './draft-navigation.tsx'
import { ProblemList } from './problem-list.tsx'

type WholeFieldsProps = { draft: QuestionnaireDraft; problems: readonly Problem[]; fixedForm: boolean }

/** The fields of a whole questionnaire: title, introduction, duration and the names of its levels. */
export function WholeFields({ draft, problems, fixedForm }: WholeFieldsProps) {
  return (
    <>
      <ProblemList problems={problems} />
      <Panel title="General">
        <div className="grid gap-5">
          <TextField label="Título" name="title" defaultValue={draft.title} maxLength={TEXT_MAX} />
          <TextArea label="Introducción" name="intro" rows={3} defaultValue={draft.intro} maxLength={TEXT_MAX} />
          <TextArea
            label="Nota legal"
            optional
            name="legalNote"
            rows={2}
            defaultValue={draft.legalNote}
            maxLength={TEXT_MAX}
          />
          <div className="grid max-w-md grid-cols-2 gap-5">
            <TextField
              label="Minutos, desde"
              name="minutes_min"
              inputMode="numeric"
              defaultValue={String(draft.estimatedMinutes.min)}
            />
            <TextField
              label="Minutos, hasta"
              name="minutes_max"
              inputMode="numeric"
              defaultValue={String(draft.estimatedMinutes.max)}
            />
          </div>
        </div>
      </Panel>
      <Panel title="Niveles" description="Los cinco niveles con que se cuentan los resultados.">
        <div className="grid gap-5">
          {draft.levels.map(level => (
            <div key={level.level} className="grid gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
              <TextField
                label={`Nivel ${level.level}: nombre`}
                name={`level.${level.level}.name`}
                defaultValue={level.name}
                maxLength={TEXT_MAX}
              />
              <TextArea
                label={`Nivel ${level.level}: definición`}
                name={`level.${level.level}.definition`}
                rows={2}
                defaultValue={level.definition}
                maxLength={TEXT_MAX}
              />
            </div>
          ))}
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
