import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const LIBRARY = 'faketime/libfaketime.so.1'

/** libfaketime as Debian installs it, below the folder of its processor. */
function findLibrary(): string | undefined {
  const folders = ['/usr/lib', '/usr/local/lib'].filter(folder => existsSync(folder))
  const below = folders.flatMap(folder => readdirSync(folder).map(name => join(folder, name)))
  return [...folders, ...below].map(folder => join(folder, LIBRARY)).find(path => existsSync(path))
}

/**
 * The environment of processes whose clocks are ahead, all by the same seconds; undefined where libfaketime is not installed.
 * @param now what the clocks show when they start.
 */
export function shiftedClock(now: Date): Record<string, string> | undefined {
  const library = findLibrary()
  if (!library) return undefined
  const seconds = Math.round((now.getTime() - Date.now()) / 1000)
  // Timers count from the start of the machine, which is never shifted.
  return { LD_PRELOAD: library, FAKETIME: `+${seconds}`, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}
