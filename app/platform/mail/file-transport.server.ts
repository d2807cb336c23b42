import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { err, ok } from '#app/kernel/result.ts'
import { mailHeaders } from './mail-headers.ts'
import type { StoredMail } from './mailbox.server.ts'
import type { MailSender, MailTransport, OutgoingMail } from './outgoing-mail.ts'

/** Where mails lie when no mail server is set. */
export const mailFolder = (dataDir: string): string => join(dataDir, 'mail')

/** `2026-11-21T15-05-00-123Z-<id>`: sorts by time, fits every file system, and stays the same when a mail is sent again. */
const fileStem = (mail: OutgoingMail): string => `${mail.at.toISOString().replaceAll(/[:.]/g, '-')}-${mail.id}`

/** Writes each mail as a complete RFC 5322 file, with its text beside it in JSON so that the demo's mailbox needs no parser. */
export function createFileTransport(dataDir: string, from: MailSender): MailTransport {
  const folder = mailFolder(dataDir)
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const composed = await composer.sendMail(mailHeaders(mail, from))
      const stored: StoredMail = {
        to: mail.recipient.trim(),
        subject: mail.subject,
        text: mail.text,
        at: mail.at.toISOString(),
      }
      if (!Buffer.isBuffer(composed.message)) throw new Error('The composed mail is no buffer')
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const path = join(folder, fileStem(mail))
        // The JSON first: whoever sees the .eml finds it.
        await writeAtomically(`${path}.json`, JSON.stringify(stored))
        await writeAtomically(`${path}.eml`, composed.message)
        return ok(undefined)
      } catch (error) {
        return err({ code: 'unavailable', detail: error instanceof Error ? error.message : String(error) })
      }
    },
    close: () => composer.close(),
  }
}

async function writeAtomically(path: string, content: string | Buffer): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`
  await writeFile(draft, content, { mode: 0o600, flush: true })
  await rename(draft, path)
}
