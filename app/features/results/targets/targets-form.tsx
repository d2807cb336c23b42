import { Form, useNavigation } from 'react-router'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SelectField } from '#app/ui/select.tsx'
import { type ItemTargets, targetName } from './targets.ts'

type TargetsFormProps = { targets: ItemTargets; error: string | undefined; saved: boolean }

/** The level that each area should reach, set before the round begins. */
export function TargetsForm({ targets: { areas, levels }, error, saved }: TargetsFormProps) {
  const sending = useNavigation().formData?.get('intent') === 'choose-targets'
  const options = levels.map(({ level, name }) => ({ value: String(level), label: `Nivel ${level}: ${name}` }))
  return (
    <Panel
      title="Objetivos por área"
      description="El nivel que quieres alcanzar en cada área. Los resultados miden la distancia a estos objetivos. Se pueden cambiar hasta la primera respuesta."
      className="print:hidden"
    >
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="choose-targets" />
        {error !== undefined && (
          <Alert tone="error" className="mb-5">
            {error}
          </Alert>
        )}
        {saved && (
          <Alert tone="success" className="mb-5">
            Guardamos los objetivos.
          </Alert>
        )}
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {areas.map(({ id, name, target, proposed }) => (
            <SelectField
              key={id}
              name={targetName(id)}
              label={name}
              options={options}
              defaultValue={String(target)}
              hint={target === proposed ? undefined : `El cuestionario propone el nivel ${proposed}.`}
            />
          ))}
        </div>
        <Button type="submit" variant="secondary" className="mt-5" pending={sending} pendingLabel="Guardando…">
          Guardar objetivos
        </Button>
      </Form>
    </Panel>
  )
}
