import { useNavigation } from 'react-router'
import { countOf } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { ResultMode } from '#app/platform/database/values.ts'
import type { Sharing } from './sharing.ts'

type SharingFormProps = {
  sharing: Sharing
  mode: ResultMode
  answer: { done: boolean; text: string } | undefined
}

/** Whether who answered gets the results by mail, and the press that sends them. */
export function SharingForm({ sharing: { shared, waiting }, mode, answer }: SharingFormProps) {
  const sending = useNavigation().formData?.get('intent')
  const confidential = mode === 'confidential'
  return (
    <Panel title="Compartir los resultados con quienes respondieron" className="print:hidden">
      {answer && (
        <Alert tone={answer.done ? 'success' : 'error'} className="mb-5">
          {answer.text}
        </Alert>
      )}
      <ul className="mb-5 grid max-w-prose list-disc gap-1.5 pl-5 text-md marker:text-copper">
        <li>
          Cada persona recibe un correo con sus propios niveles por área y los del equipo, si son de cinco personas o
          más.
        </li>
        <li>
          {confidential
            ? 'Se envían cuando hay una ronda publicada, con las cifras de la ronda de cada persona; quien no está en ninguna recibe solo sus niveles. Tú no ves lo que dice cada correo.'
            : 'Si desde el envío anterior terminaron menos de cinco personas, el correo lleva solo los niveles propios: los del equipo mostrarían los de ellas.'}
        </li>
        <li>
          Nada se envía solo: lo envías tú, una vez a cada persona. Quien termine después lo recibe cuando vuelvas a
          enviar.
        </li>
        <li>Mientras lo compartes, se avisa a cada persona antes de la primera pregunta.</li>
      </ul>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="choose-sharing" />
        <Checkbox
          key={String(shared)}
          name="share"
          value="si"
          defaultChecked={shared}
          label="Compartir los resultados con quienes respondieron"
        />
        <Button
          type="submit"
          variant="secondary"
          className="mt-4"
          pending={sending === 'choose-sharing'}
          pendingLabel="Guardando…"
        >
          Guardar
        </Button>
      </Form>
      {shared && (
        <Form method="post" preventScrollReset className="mt-6 border-t border-line pt-5">
          <input type="hidden" name="intent" value="share-results" />
          <p className="text-md text-muted">
            {waiting === 0
              ? 'No hay nadie a quien enviarlos por ahora.'
              : `${countOf(waiting, 'persona terminó y todavía no los recibe', 'personas terminaron y todavía no los reciben')}.`}
          </p>
          {waiting > 0 && (
            <Button type="submit" className="mt-4" pending={sending === 'share-results'} pendingLabel="Enviando…">
              {`Enviar resultados a ${countOf(waiting, 'persona', 'personas')}`}
            </Button>
          )}
        </Form>
      )}
    </Panel>
  )
}
