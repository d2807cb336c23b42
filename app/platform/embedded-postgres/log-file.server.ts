import { copyFileSync, renameSync, statSync, truncateSync } from 'node:fs'

/** Bytes from which on PostgreSQL's messages are put aside, and how many such files stay. */
const MAX_BYTES = 5 * 1024 * 1024
const OLD_FILES = 3

/** The bytes of a file; 0 without one. */
export const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/**
 * Puts the content of a log aside when it is too large: `postgres.log.1` is the newest of three. The log itself is
 * copied and emptied, because a running server goes on appending to it. On a full disk it stays as it is.
 */
export function rotateLog(file: string, maxBytes = MAX_BYTES): void {
  if (sizeOf(file) <= maxBytes) return
  try {
    for (let number = OLD_FILES - 1; number >= 1; number -= 1) {
      if (sizeOf(`${file}.${number}`) > 0) renameSync(`${file}.${number}`, `${file}.${number + 1}`)
    }
    copyFileSync(file, `${file}.1`)
    truncateSync(file)
  } catch {
    // Tried again at the next look: nothing that a log needs may stop the shop.
  }
}
