import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { mailFolder } from './file-transport.server.ts'

const storedMail = z.object({ to: z.string(), subject: z.string(), text: z.string(), at: z.iso.datetime() })

export type StoredMail = z.infer<typeof storedMail>

/** Only names that the file transport gives: no separator, no dots that climb. */
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

/** One written mail, or undefined when `file` is not the name of one. */
export async function readStoredMail(dataDir: string, file: string): Promise<StoredMail | undefined> {
  if (!FILE.test(file)) return undefined
  try {
    return storedMail.parse(JSON.parse(await readFile(join(mailFolder(dataDir), `${file}.json`), 'utf8')))
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
