import { useNavigation } from 'react-router'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Disclosure } from '#app/kit/ui/disclosure.tsx'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea } from '#app/kit/ui/text-field.tsx'
import { EraseForm, type OwnRightAnswer } from './own-access-panel.tsx'
import { askFields, objectionFields } from './own-rights.ts'
import type { PersonalData } from './personal-data.ts'

type OwnRightsPanelProps = {
  data: PersonalData
  /** Address of the files, without the format. */
  files: string
  answer: OwnRightAnswer | undefined
}

/** What a person can do with the own data, at once or by asking. */
export function OwnRightsPanel({ data, files, answer }: OwnRightsPanelProps) {
  const sent = useNavigation().formData?.get('intent')
  const open = data.accesses.filter(({ status }) => status !== 'revoked')
  const isBlocked = open.some(({ blocked }) => blocked)
  const to = (intent: OwnRightAnswer['intent']) => (answer?.intent === intent ? answer : undefined)
  return (
    <Panel title="Tus derechos" description="Sin costo. Lo que podemos hacer solos, se hace al instante.">
      <div className="grid gap-5">
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          <DownloadLink to={`${files}/pdf`} variant="secondary" size="sm" pendingLabel="Preparando…">
            Copia legible (PDF)
          </DownloadLink>
          <DownloadLink to={`${files}/json`} variant="secondary" size="sm" pendingLabel="Preparando…">
            Archivo (JSON)
          </DownloadLink>
        </div>
        {open.length > 0 && (
          <Form method="post" preventScrollReset className="grid gap-2">
            <input type="hidden" name="intent" value={isBlocked ? 'unblock' : 'block'} />
            <p className="max-w-prose text-md text-muted">
              {isBlocked
                ? 'Tus datos están bloqueados: los guardamos, pero nadie más que tú puede leer tus respuestas y resultados.'
                : 'Bloquear: seguimos guardando tus datos, pero nadie más que tú puede leer tus respuestas y resultados mientras tanto, y no te enviamos mensajes.'}
            </p>
            <Button
              type="submit"
              variant="secondary"
              className="justify-self-start"
              pending={sent === 'block' || sent === 'unblock'}
            >
              {isBlocked ? 'Quitar el bloqueo' : 'Bloquear mis datos'}
            </Button>
          </Form>
        )}
        {data.mail_objection ? (
          <Form method="post" preventScrollReset className="grid gap-2">
            <input type="hidden" name="intent" value="withdraw-objection" />
            <p className="max-w-prose text-md text-muted">No te enviamos invitaciones ni recordatorios.</p>
            <Button
              type="submit"
              variant="secondary"
              className="justify-self-start"
              pending={sent === 'withdraw-objection'}
            >
              Volver a recibirlos
            </Button>
          </Form>
        ) : (
          <Disclosure level={3} title="Oponerme al uso de mis datos" defaultOpen={to('object') !== undefined}>
            <ObjectionForm answer={to('object')} pending={sent === 'object'} />
          </Disclosure>
        )}
        {data.accesses.length > 1 && (
          <Disclosure
            level={3}
            title="Borrar todo"
            defaultOpen={to('erase') !== undefined && answer?.values.access_id === undefined}
          >
            <EraseForm answer={to('erase')} />
          </Disclosure>
        )}
        <Disclosure level={3} title="Pedir otra cosa" defaultOpen={to('ask') !== undefined}>
          <AskForm answer={to('ask')} pending={sent === 'ask'} />
        </Disclosure>
      </div>
    </Panel>
  )
}

type FormProps = { answer: OwnRightAnswer | undefined; pending: boolean }

function ObjectionForm({ answer, pending }: FormProps) {
  const { ref, field } = useForm(objectionFields, answer)
  return (
    <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
      <input type="hidden" name="intent" value="object" />
      <p className="max-w-prose text-md">
        Dejamos de enviarte invitaciones y recordatorios y bloqueamos tus datos de inmediato. Una persona decide sobre
        el resto y te responde dentro de 30 días corridos.
      </p>
      <TextArea {...field('details')} />
      <Button type="submit" className="justify-self-start" pending={pending} pendingLabel="Enviando…">
        Oponerme
      </Button>
    </Form>
  )
}

function AskForm({ answer, pending }: FormProps) {
  const { ref, field } = useForm(askFields, answer)
  return (
    <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
      <input type="hidden" name="intent" value="ask" />
      <SelectField {...field('kind')} className="max-w-sm" />
      <TextArea {...field('details')} />
      <p className="text-sm text-muted">Te responde una persona dentro de 30 días corridos.</p>
      <Button type="submit" className="justify-self-start" pending={pending} pendingLabel="Enviando…">
        Enviar solicitud
      </Button>
    </Form>
  )
}
