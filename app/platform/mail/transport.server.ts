import { createTransport } from 'nodemailer'
import { err, ok } from '#app/kernel/result.ts'
import { createFileTransport } from './file-transport.server.ts'
import type { MailFailure, MailSender, MailTransport } from './outgoing-mail.ts'
import { mailHeaders } from './outgoing-mail.ts'
import { SHOP } from './shop.ts'

type TransportConfig = { smtpUrl?: string | undefined; dataDir: string; from?: MailSender | undefined }

/** Milliseconds for one mail from connecting to the server's last reply: well within the outbox's lease. */
const SEND_MS = 60_000
const STEP_MS = 20_000

/** Sends by SMTP where an address is set, and otherwise writes each mail to `dataDir/mail`. */
export function createMailTransport({
  smtpUrl,
  dataDir,
  from = { name: SHOP.nombre_plataforma, address: SHOP.correo_remitente },
}: TransportConfig): MailTransport {
  return smtpUrl ? createSmtpTransport(smtpUrl, from) : createFileTransport(dataDir, from)
}

function createSmtpTransport(smtpUrl: string, from: MailSender): MailTransport {
  const pool = createTransport({
    pool: true,
    url: smtpUrl,
    maxConnections: 5,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      const message = mailHeaders(mail, from)
      try {
        await pool.sendMail({ ...message, signal: AbortSignal.timeout(SEND_MS) })
        return ok(undefined)
      } catch (error) {
        return err(mailFailure(error))
      }
    },
    close: () => pool.close(),
  }
}

/**
 * A refusal of the recipient or of the message (RFC 5321, 4.2.1: 5yz) is final. A refusal of the log-in or the sender
 * is a configuration error, so the mail is retried.
 */
function mailFailure(error: unknown): MailFailure {
  if (!(error instanceof Error)) return { code: 'unavailable', detail: String(error) }
  const command = 'command' in error ? String(error.command) : ''
  const permanent = 'permanent' in error && error.permanent === true
  const refused = permanent && (command === 'RCPT TO' || command === 'DATA')
  return { code: refused ? 'refused' : 'unavailable', detail: [command, error.message].filter(Boolean).join(': ') }
}
