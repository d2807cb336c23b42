import { type Scale, scaleControl } from '#app/features/questionnaires/drafts/scales.ts'
import { TEXT_MAX } from '#app/features/questionnaires/questionnaire.ts'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { useControl } from './draft-controls.tsx'

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
