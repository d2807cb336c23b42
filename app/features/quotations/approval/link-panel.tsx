import { useNavigation } from 'react-router'
import { formatDate } from '#app/kernel/dates.ts'
import { focusOnMount } from '#app/kit/forms/focus.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { CopyButton } from '#app/kit/ui/copy-button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'

/** A mail with the link, in the program that the browser opens for mails. */
const mailTo = (number: string, address: string): string =>
  `mailto:?subject=${encodeURIComponent(`Cotización ${number} por aprobar`)}&body=${encodeURIComponent(`Hola:\n\nEn este enlace puedes ver la cotización ${number}, aprobarla y pagarla, sin crear una cuenta:\n\n${address}\n`)}`

type LinkPanelProps = {
  /** Of the quotation. */
  number: string
  /** When the open link was made; undefined without one. */
  since: Date | undefined
  /** The address of a link that was just made: it is shown once, because only its hash is stored. */
  address: string | undefined
  /** Whether a link can be made: only a valid quotation is shared. */
  canShare: boolean
}

/** Shares a quotation with somebody who approves or pays it without an account. */
export function LinkPanel({ number, since, address, canShare }: LinkPanelProps) {
  const intent = useNavigation().formData?.get('intent')
  return (
    <Panel
      title="Enlace para aprobar y pagar"
      description="Quien abre el enlace ve esta cotización, la aprueba o comenta y puede pagarla, sin crear una cuenta. La compra queda en la tuya."
    >
      <Form method="post" preventScrollReset className="grid gap-5">
        {address !== undefined && since !== undefined && (
          <div className="grid gap-3">
            <TextField
              label="Enlace"
              readOnly
              defaultValue={address}
              key={address}
              ref={focusOnMount}
              onFocus={event => event.currentTarget.select()}
              hint="Cópialo ahora: no lo volvemos a mostrar"
            />
            <div className="flex flex-wrap gap-3">
              <CopyButton text={address} label="Copiar enlace" />
              <ButtonLink to={mailTo(number, address)} variant="secondary">
                Escribir un correo
              </ButtonLink>
            </div>
          </div>
        )}
        {address === undefined && since !== undefined && (
          <p className="text-md text-pretty">
            {`Hay un enlace abierto desde el ${formatDate(since)}.${canShare ? ' Si lo perdiste, crea uno nuevo: el anterior deja de funcionar.' : ''}`}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          {canShare && (
            <Button
              type="submit"
              name="intent"
              value="share"
              variant="secondary"
              pending={intent === 'share'}
              pendingLabel="Creando…"
            >
              {since === undefined ? 'Crear enlace' : 'Crear un enlace nuevo'}
            </Button>
          )}
          {since !== undefined && (
            <Button
              type="submit"
              name="intent"
              value="withdraw"
              variant="ghost"
              pending={intent === 'withdraw'}
              pendingLabel="Retirando…"
            >
              Retirar enlace
            </Button>
          )}
        </div>
      </Form>
    </Panel>
  )
}
