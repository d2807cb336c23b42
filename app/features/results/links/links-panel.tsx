import { useNavigation } from 'react-router'
import { formatDate } from '#app/kernel/dates.ts'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { focusOnMount } from '#app/kit/forms/focus.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Hidden } from '#app/kit/forms/post-button.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { CopyButton } from '#app/kit/ui/copy-button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { ResultMode } from '#app/platform/database/values.ts'
import {
  KEPT_DAYS,
  LINK_STATES,
  type LinkAnswer,
  linkFields,
  openingsText,
  type ResultLink,
  USUAL_DAYS,
} from './result-links.ts'

type LinksPanelProps = { links: readonly ResultLink[]; mode: ResultMode; answer: LinkAnswer | undefined }

/** Makes links by which somebody without an account reads the results, and lists and revokes them. */
export function LinksPanel({ links, mode, answer }: LinksPanelProps) {
  return (
    <Panel
      title="Enlaces para ver los resultados"
      description="Para un directorio o un cliente sin cuenta: quien tenga el enlace ve los resultados y descarga informe, página y presentación, sin nombres de personas, y no puede cambiar nada."
      className="print:hidden"
    >
      {answer && answer.text !== '' && answer.address === undefined && (
        <Alert tone={answer.done ? 'success' : 'error'} className="mb-5">
          {answer.text}
        </Alert>
      )}
      {answer?.address !== undefined && <NewLink address={answer.address} text={answer.text} />}
      <ul className="mb-5 grid max-w-prose list-disc gap-1.5 pl-5 text-md marker:text-copper">
        <li>
          {mode === 'confidential'
            ? 'Muestra la última ronda publicada, tal como se publicó. Antes de publicar no muestra cifras.'
            : 'Muestra las cifras al día, desde que terminan cinco personas: ni respuestas de una persona ni grupos de menos de cinco.'}
        </li>
        <li>
          Las respuestas abiertas y las acciones que escribieron ustedes aparecen tal como se escribieron: revisa que no
          nombren a nadie.
        </li>
        <li>Se puede reenviar: quien lo reciba también lo abre, hasta que venza o lo revoques.</li>
        <li>{`Un enlace que terminó queda en la lista ${KEPT_DAYS} días más y después se borra.`}</li>
      </ul>
      <MakeForm answer={answer?.intent === 'make-link' ? answer : undefined} />
      {links.length > 0 && <LinkList links={links} />}
    </Panel>
  )
}

/** The link, this once. */
const NewLink = ({ address, text }: { address: string; text: string }) => (
  <div className="mb-6 grid gap-3 rounded-md border border-line bg-paper p-4 sm:p-5">
    <TextField
      label="Enlace"
      readOnly
      defaultValue={address}
      key={address}
      ref={focusOnMount}
      onFocus={event => event.currentTarget.select()}
      hint={text}
    />
    <div>
      <CopyButton text={address} label="Copiar enlace" />
    </div>
  </div>
)

function MakeForm({ answer }: { answer: LinkAnswer | undefined }) {
  const pending = useNavigation().formData?.get('intent') === 'make-link'
  const { ref, field } = useForm(linkFields, answer)
  return (
    // A new form after each link, so that the next one is not called like the last.
    <Form key={answer?.address} ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
      <div className="grid max-w-xl gap-5 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <TextField {...field('label')} />
        <SelectField {...field('days', USUAL_DAYS)} />
      </div>
      <Button
        type="submit"
        name="intent"
        value="make-link"
        variant="secondary"
        pending={pending}
        pendingLabel="Creando…"
        className="justify-self-start"
      >
        Crear enlace
      </Button>
    </Form>
  )
}

const LinkList = ({ links }: { links: readonly ResultLink[] }) => (
  <section className="mt-6 border-t border-line pt-5">
    <h3 className="mb-1 text-base font-semibold">Enlaces creados</h3>
    <ul aria-label="Enlaces creados" className="divide-y divide-line">
      {links.map(link => (
        <li key={link.id} className="flex flex-wrap items-center gap-x-6 gap-y-2.5 py-4 last:pb-0">
          <div className="min-w-0 flex-1 basis-72">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
              <span>{nameOf(link)}</span>
              <StatusBadge of={LINK_STATES} status={link.state} />
            </p>
            <p className="mt-0.5 text-sm text-muted tabular-nums">
              {`${link.maker === '' ? 'Creado' : `Creado por ${link.maker}`} el ${formatDate(link.created_at)} · ${UNTIL[link.state]} el ${formatDate(link.expires_at)}`}
            </p>
            <p className="text-sm text-muted tabular-nums">{openingsText(link)}</p>
          </div>
          {link.state === 'open' && (
            <Form method="post" preventScrollReset>
              <Hidden values={{ link: link.id }} />
              <ConfirmedSubmit
                value="revoke-link"
                variant="secondary"
                size="sm"
                aria-label={`Revocar: ${nameOf(link)}`}
                question={`¿Revocar el enlace ${link.label === '' ? 'sin nombre' : `«${link.label}»`}?`}
                consequence="Quien lo tenga deja de ver los resultados. No se puede deshacer; puedes crear otro."
                confirm="Revocar"
              >
                Revocar
              </ConfirmedSubmit>
            </Form>
          )}
        </li>
      ))}
    </ul>
  </section>
)

const UNTIL: Readonly<Record<ResultLink['state'], string>> = {
  open: 'vale hasta',
  expired: 'venció',
  revoked: 'valía hasta',
}

const nameOf = ({ label }: ResultLink): string => label || 'Sin nombre'
