import { countOf } from '#app/kernel/format.ts'

const HOUR_MS = 3_600_000

/** Hours after which a backup is old, also for the alert: one night failed, and its tries after it. */
const MAX_AGE_HOURS = 36

export type LastBackup = { at: Date | null; isVerified: boolean | null }

export const isOld = ({ at }: LastBackup, now: Date): boolean =>
  at === null || now.getTime() - at.getTime() > MAX_AGE_HOURS * HOUR_MS

/** What the staff reads about the last backup. */
export function backupText({ at, isVerified }: LastBackup, now: Date): string {
  if (at === null) return 'No hay copias de seguridad.'
  const hours = Math.floor((now.getTime() - at.getTime()) / HOUR_MS)
  const age =
    hours < 1
      ? 'hace menos de una hora'
      : hours < 48
        ? `hace ${countOf(hours, 'hora', 'horas')}`
        : `hace ${countOf(Math.floor(hours / 24), 'día', 'días')}`
  return `Última copia de seguridad: ${age}, ${isVerified ? 'comprobada' : 'sin comprobar'}.`
}
