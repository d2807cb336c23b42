import { type Level, TEXT_MAX } from '#app/features/questionnaires/questionnaire.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { useControl } from './draft-controls.tsx'

/** The means that reach a level: a level counts when all of it is met. */
const bandOf = (level: number): string => (level === 5 ? '5,0' : `${level},0 a ${level},9`)

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
              hint={`Promedio de ${bandOf(level)}`}
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
