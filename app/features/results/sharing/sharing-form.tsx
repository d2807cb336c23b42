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
export function SharingForm({ sharing: { shared, waiting, untold, withoutTeam }, mode, answer }: SharingFormProps) {
  const sending = useNavigation().formData?.get('intent')
  const confidential = mode === 'confidential'
  const people = waiting + untold
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
        {confidential && (
          <li>
            Si después publicas otra ronda, quienes ya recibieron los suyos reciben los niveles del equipo de esa ronda
            cuando vuelvas a enviar. Llegan a todas esas personas, cuenten o no en ella: así nadie sabe quién está en
            cada ronda.
          </li>
        )}
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
          {people === 0 && <p className="text-md text-muted">No hay nadie a quien enviarlos por ahora.</p>}
          {waiting > 0 && (
            <p className="text-md text-muted">{`${countOf(waiting, 'persona terminó y todavía no los recibe', 'personas terminaron y todavía no los reciben')}.`}</p>
          )}
          {waiting > 0 && withoutTeam && (
            <p className="mt-1 max-w-prose text-md text-muted">
              Su correo llevará solo los niveles propios, porque son menos de cinco. Si esperas a que terminen más
              personas, llevará también los del equipo.
            </p>
          )}
          {untold > 0 && (
            <p className="text-md text-muted">{`${countOf(untold, 'persona ya los recibió y no recibe todavía', 'personas ya los recibieron y no reciben todavía')} los niveles del equipo de una ronda que publicaste después.`}</p>
          )}
          {people > 0 && (
            <Button type="submit" className="mt-4" pending={sending === 'share-results'} pendingLabel="Enviando…">
              {`Enviar resultados a ${countOf(people, 'persona', 'personas')}`}
            </Button>
          )}
        </Form>
      )}
    </Panel>
  )
}
