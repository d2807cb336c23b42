import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** Servers are often outside of a user's PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin']

/** The path of an installed program of the machine; tests that need one are skipped without it. */
export const findProgram = (name: string): string | undefined =>
  FOLDERS.filter(folder => folder !== '')
    .map(folder => join(folder, name))
    .find(isExecutable)

/** The name of a test, which says why it is skipped. */
export const needing = (name: string, program: string, found: string | undefined): string =>
  found === undefined ? `${name} (skipped: ${program} is not installed)` : name

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
