import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { err, ok } from '#app/kernel/result.ts'
import { type MailSender, type MailTransport, mailHeaders, type OutgoingMail } from './outgoing-mail.ts'

/** Where mails are written when no mail server is set. */
const mailFolder = (dataDir: string): string => join(dataDir, 'mail')

/** `2026-11-21T15-05-00-123Z-<id>`: sorts by time, fits every file system, and stays the same when a mail is sent again. */
const fileStem = (mail: OutgoingMail): string => `${mail.at.toISOString().replaceAll(/[:.]/g, '-')}-${mail.id}`

/** Writes each mail as a complete RFC 5322 file, with its two forms beside it in JSON so that the demo's mailbox needs no parser. */
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
        html: mail.html,
        at: mail.at.toISOString(),
      }
      if (!Buffer.isBuffer(composed.message)) throw new Error('The composed mail is no buffer')
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const path = join(folder, fileStem(mail))
        // The JSON is written first, so that it exists whenever the .eml does.
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

const storedMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  at: z.iso.datetime(),
})

export type StoredMail = z.infer<typeof storedMail>

/** Only names created by the file transport: no separator and no `..`. */
const FILE = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const EML = '.eml'

/** The newest mails that were written to `dataDir/mail`, newest first; `file` names each for `readStoredMail`. */
export async function listStoredMails(dataDir: string, limit = 100): Promise<({ file: string } & StoredMail)[]> {
  const files = (await namesIn(mailFolder(dataDir)))
    .filter(name => name.endsWith(EML))
    .map(name => name.slice(0, -EML.length))
    .filter(name => FILE.test(name))
    .toSorted()
    .slice(-limit)
    .toReversed()
  const mails = await Promise.all(
    files.map(async file => {
      const mail = await readStoredMail(dataDir, file)
      return mail ? [{ file, ...mail }] : []
    }),
  )
  return mails.flat()
}

/** One written mail, or undefined when `file` is not the name of one that this release can read. */
export async function readStoredMail(dataDir: string, file: string): Promise<StoredMail | undefined> {
  if (!FILE.test(file)) return undefined
  try {
    const read = storedMail.safeParse(JSON.parse(await readFile(join(mailFolder(dataDir), `${file}.json`), 'utf8')))
    return read.data
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
