import { useNavigation } from 'react-router'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import type { ResultMode } from '#app/platform/database/values.ts'
import { MODE_TEXTS } from './result-mode.ts'

type ResultModeFormProps = { mode: ResultMode; frozen: boolean; error: string | undefined }

/** Who may read what, selected per item until the first invitation is sent (spec D18 and D47). */
export function ResultModeForm({ mode, frozen, error }: ResultModeFormProps) {
  const sending = useNavigation().state === 'submitting'
  if (frozen) {
    return (
      <Panel title={`Modo ${MODE_TEXTS[mode].label.toLowerCase()}`}>
        <p className="max-w-prose text-md">{MODE_TEXTS[mode].description}</p>
        <p className="mt-1 max-w-prose text-md text-muted">
          Ya no se puede cambiar: cada invitación que enviaste lo promete.
        </p>
      </Panel>
    )
  }
  return (
    <Panel title="Quién puede ver las respuestas" className="print:hidden">
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="choose-mode" />
        <RadioGroup
          legend="Modo de los resultados"
          hideLegend
          name="mode"
          variant="card"
          columns={2}
          defaultValue={mode}
          error={error}
          hint="Cada persona lo lee en su invitación y antes de la primera pregunta. Queda fijo al enviar la primera invitación."
          options={(['nominative', 'confidential'] as const).map(value => ({ value, ...MODE_TEXTS[value] }))}
        />
        <Button type="submit" variant="secondary" className="mt-4" pending={sending} pendingLabel="Guardando…">
          Guardar modo
        </Button>
      </Form>
    </Panel>
  )
}
