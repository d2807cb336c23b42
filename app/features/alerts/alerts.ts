import { DAY_MS, MINUTE_MS } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import type { JobReport } from '#app/platform/jobs/job-health.ts'

const HOUR_MS = 60 * MINUTE_MS

/** The free share of a disk under which the owner is told, and the one from which it counts as resolved. */
const LITTLE_SPACE = 0.1
const ENOUGH_SPACE = 0.12

/** A worker says each minute that it runs. */
const WORKER_SILENT_MS = 5 * MINUTE_MS

/** A nightly backup that was missed once, with some time for the one that follows. */
const BACKUP_OLD_MS = 36 * HOUR_MS

/** How long a mail that failed counts as a failure that goes on. */
export const FAILED_MAILS_MS = DAY_MS

/** What one process sees. Undefined: it does not look at it, so an alert about it stays as it is. */
export type Seen = {
  payments: number
  refunds: number
  /** Within the last `FAILED_MAILS_MS`. */
  failedMails: number
  /** The moment of the last backup, or of the first try without one; undefined where the shop makes none. */
  lastBackup: Date | undefined
  /** Of the file system with the data: the share that is free, 0 to 1. */
  freeSpace: number | undefined
  jobs: readonly Pick<JobReport, 'job' | 'isLate'>[]
  /** When a worker was last known to run; undefined in a process that is one. */
  workerSeen: Date | undefined
  /** The name of this machine. */
  host: string
}

export type Problem = {
  /** Under which the owner is told once; with the machine's name where each has its own. */
  name: string
  /** In Spanish. */
  problem: string
  advice: string
  /** A path of the shop where it is solved. */
  link: string
}

type Check = { name: string; found: Omit<Problem, 'name'> | undefined }

const SERVICES = '/admin/settings/services'

/** Every problem that was looked for, with what was found. */
export function checksOf(seen: Seen, now: Date): Check[] {
  const late = seen.jobs.filter(job => job.isLate).map(job => job.job)
  const checks: (Check | undefined)[] = [
    check('payments', seen.payments > 0, {
      problem: countOf(seen.payments, 'pago espera una decisión', 'pagos esperan una decisión'),
      advice: 'No se sabe si el banco cobró. Consúltalo en la pasarela y registra lo que pasó.',
      link: SERVICES,
    }),
    check('refunds', seen.refunds > 0, {
      problem: countOf(seen.refunds, 'reembolso espera una decisión', 'reembolsos esperan una decisión'),
      advice: 'No se sabe si el banco devolvió el dinero. Compáralo con sus libros en la página de la orden.',
      link: '/admin/orders',
    }),
    check('failed_mails', seen.failedMails > 0, {
      problem: countOf(seen.failedMails, 'correo no se pudo enviar', 'correos no se pudieron enviar'),
      advice: 'Revisa por qué y reinténtalos.',
      link: SERVICES,
    }),
    seen.lastBackup &&
      check('backup', now.getTime() - seen.lastBackup.getTime() > BACKUP_OLD_MS, {
        problem: `Hace ${countOf(hoursSince(seen.lastBackup, now), 'hora', 'horas')} que no hay una copia de seguridad nueva`,
        advice:
          'Debería hacerse una cada noche. Quien opera el servidor encuentra la causa en el registro, con el nombre backup_failed.',
        link: '/admin',
      }),
    diskCheck(seen),
    check(`jobs:${seen.host}`, late.length > 0, {
      problem: `El trabajo en segundo plano está detenido en ${seen.host}: ${late.join(', ')}`,
      advice: 'Hay que reiniciar ese proceso.',
      link: '/admin',
    }),
    seen.workerSeen &&
      check('worker', now.getTime() - seen.workerSeen.getTime() > WORKER_SILENT_MS, {
        problem: 'El proceso de trabajo en segundo plano no funciona',
        advice: 'Sin él no salen correos ni se recuperan pagos. Hay que iniciarlo.',
        link: '/admin',
      }),
  ]
  return checks.filter(one => one !== undefined)
}

const check = (name: string, isFound: boolean, found: Omit<Problem, 'name'>): Check => ({
  name,
  found: isFound ? found : undefined,
})

/** Between both shares the alert stays as it is: a disk at the limit would otherwise raise it again and again. */
function diskCheck({ freeSpace, host }: Seen): Check | undefined {
  if (freeSpace === undefined || (freeSpace >= LITTLE_SPACE && freeSpace < ENOUGH_SPACE)) return undefined
  return check(`disk:${host}`, freeSpace < LITTLE_SPACE, {
    problem: `Queda ${Math.floor(freeSpace * 100)} % libre en el disco de ${host}`,
    advice: 'Cuando se llene no se podrán guardar compras ni respuestas. Hay que ampliarlo o liberar espacio.',
    link: '/admin',
  })
}

const hoursSince = (since: Date, now: Date): number => Math.floor((now.getTime() - since.getTime()) / HOUR_MS)

/** The subject's words for some problems. */
export const summaryOf = (problems: readonly Problem[]): string =>
  problems.length === 1 && problems[0] ? problems[0].problem : `${problems.length} asuntos por resolver`
