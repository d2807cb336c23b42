import { createHash, randomBytes } from 'node:crypto'

/** A token for a mail, and the hash of it that the database keeps: whoever reads the database opens nothing. */
export function newOneTimeToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOfToken(token) }
}

/** SHA-256, hex, of a token from a link. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')
