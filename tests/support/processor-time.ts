import { readFileSync } from 'node:fs'

/** Whether the system tells the processor time of another process in this way: Linux does. */
export const hasProcessorTime = process.platform === 'linux'

/** Seconds of processor time that a process has used, in all its threads; whatever else the machine does, it adds nothing. */
export function processorSeconds(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  // From the third field on; user and system time are the fourteenth and fifteenth, in hundredths of a second.
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) / 100
}
