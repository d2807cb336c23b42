import { cutText } from '#app/kernel/text.ts'

/** A workbook to download. @param name of the file, without its ending */
export const workbookAnswer = (workbook: BodyInit, name: string): Response =>
  new Response(workbook, {
    headers: {
      'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': attachment(name, 'xlsx'),
    },
  })

/** Characters that file systems refuse, that reverse the direction of text, or that are invisible. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}"*/:<>?\\|]+/gu

/** Characters of a name without its ending; file systems take 255 bytes. */
const MAX = 80

/** A name that every file system accepts: one line, no separators, no dots at its start or end. */
export const safeFileName = (name: string): string =>
  cutText(name.normalize('NFC').replaceAll(UNSAFE, ' ').replaceAll(/\s+/g, ' '), MAX).replaceAll(
    /^[\s.]+|[\s.]+$/g,
    '',
  ) || 'archivo'

/** Whether the browser saves a file or shows it. */
export type Disposition = 'attachment' | 'inline'

/**
 * `Content-Disposition` of a file (RFC 6266): a plain name for old programs, and the whole one in UTF-8 as RFC 5987
 * writes it.
 * @param name without its ending, as anybody may have typed it.
 */
export function contentDisposition(name: string, extension: string, disposition: Disposition = 'attachment'): string {
  const safe = safeFileName(name)
  const plain = safe
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^[-.]+|-+$/g, '')
  const encoded = encodeURIComponent(`${safe}.${extension}`).replaceAll(
    /['()*!]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${plain || 'archivo'}.${extension}"; filename*=UTF-8''${encoded}`
}

/** `Content-Disposition` of a download. */
export const attachment = (name: string, extension: string): string => contentDisposition(name, extension)
