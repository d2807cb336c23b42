import { useEffect } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { findTestMail, MailState } from '#app/features/texts/delivery-state.server.ts'
import { MAX_COUNTED } from '#app/features/texts/mail-status.ts'
import { formatDateTime, MINUTE_MS } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Fact } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { mailName } from '#app/mails/mails.ts'

type TestMail = Awaited<ReturnType<typeof findTestMail>>

type MailPanelProps = {
  mail: MailState
  test: TestMail
  /** The administrator's e-mail, which gets the test. */
  email: string
  /** Host and port of the mail server; undefined: mails are written to files. */
  server: string | undefined
  /** Whether those files can be read in the demo's mailbox. */
  demo: boolean
  sender: string
  now: Date
  /** A test was just requested. */
  requested: boolean
}

/** Minutes that a mail may wait before the worker is suspected not to run. */
const STUCK_AFTER_MINUTES = 5
/** Milliseconds between polls of a test that is being sent. */
const POLL_MS = 1_000

export const counted = (count: number): string =>
  count >= MAX_COUNTED ? `más de ${formatInteger(MAX_COUNTED - 1)}` : formatInteger(count)

/** The state of the shop's mails, and a test mail. */
export function MailPanel({ mail, test, email, server, demo, sender, now, requested }: MailPanelProps) {
  const stuck = mail.oldest !== null && now.getTime() - mail.oldest.getTime() > STUCK_AFTER_MINUTES * MINUTE_MS
  return (
    <Panel
      title="Correo"
      actions={
        <PostButton intent="test-mail" variant="secondary" size="sm">
          Enviarme una prueba
        </PostButton>
      }
    >
      <div className="grid gap-5">
        {requested && test && <TestState test={test} email={email} />}
        {stuck && mail.delayed < mail.waiting && (
          <Alert tone="warning">
            {`Hay correos que esperan hace más de ${STUCK_AFTER_MINUTES} minutos sin un intento: revisa que el proceso que los envía esté corriendo.`}
          </Alert>
        )}
        <dl className="grid gap-x-6 gap-y-4 text-md sm:grid-cols-2">
          <Fact label="Salida">
            {server === undefined ? (
              <>
                <span>Archivos en el servidor (sin SMTP).</span>{' '}
                {demo && (
                  <Link to="/demo/correo" className="text-copper underline underline-offset-4">
                    Verlos
                  </Link>
                )}
              </>
            ) : (
              `SMTP, ${server}`
            )}
          </Fact>
          <Fact label="Remitente">{sender}</Fact>
          <Fact label="En cola">
            {mail.waiting === 0
              ? 'Ninguno'
              : `${counted(mail.waiting)}${mail.delayed > 0 ? `, ${counted(mail.delayed)} con intentos fallidos` : ''}`}
          </Fact>
          <Fact label="El más antiguo en cola">{mail.oldest ? formatDateTime(mail.oldest) : '–'}</Fact>
          <Fact label="Último envío">
            {mail.lastSent ? `${formatDateTime(mail.lastSent.at)} · ${mailName(mail.lastSent.template)}` : 'Ninguno'}
          </Fact>
          <Fact label="Último fallo">
            {mail.lastFailure ? (
              <>
                <span>{`${formatDateTime(mail.lastFailure.at)} · ${mailName(mail.lastFailure.template)}`}</span>
                {mail.lastFailure.error !== null && (
                  <span className="block text-sm text-muted">{mail.lastFailure.error}</span>
                )}
              </>
            ) : (
              'Ninguno'
            )}
          </Fact>
        </dl>
      </div>
    </Panel>
  )
}

/** The state of a test; polls while it is being sent. */
function TestState({ test, email }: { test: NonNullable<TestMail>; email: string }) {
  const { revalidate, state } = useRevalidator()
  const { status } = test
  const waits = (status === 'queued' && test.last_error === null) || status === 'sending'
  useEffect(() => {
    if (!waits || state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), POLL_MS)
    return () => clearTimeout(timer)
  }, [waits, state, revalidate])
  if (status === 'sent') return <Alert tone="success">{`La prueba salió hacia ${email}.`}</Alert>
  if (waits) return <Alert>{`La prueba a ${email} está en camino…`}</Alert>
  return (
    <Alert tone="error">
      {`La prueba a ${email} no salió${status === 'queued' ? '; se volverá a intentar' : ''}. ${test.last_error ?? ''}`}
    </Alert>
  )
}
