/** What a queue of background work does, and how often a failing job of it is tried again. */
export type Queue = {
  /** Its name in the back office. */
  label: string
  /** When a job is sent by itself, in the time of Santiago (minute, hour, day, month, weekday). Others are sent by what causes them. */
  schedule?: string
  /** Attempts after the first. The first of them comes after one to two times `firstRetrySeconds`, each other after twice as long. */
  retries: number
  firstRetrySeconds: number
  /** Seconds between two looks for new jobs. */
  pollSeconds: number
  /** Jobs that one worker takes at once. */
  batch: number
  /** Seconds that finished jobs are kept. */
  keepSeconds: number
}

/** Due work is found again by the next run: five tries in a quarter of an hour, then somebody should look. */
const scheduled = (label: string, schedule: string): Queue & { schedule: string } => ({
  label,
  schedule,
  retries: 5,
  firstRetrySeconds: 15,
  pollSeconds: 5,
  batch: 1,
  // Longer than the longest interval, so that the last run can be shown.
  keepSeconds: 3 * 86_400,
})

/** Tries of a mail, over some seven hours. */
export const MAIL_ATTEMPTS = 14

/**
 * Every queue of background work (ADR 0067). A new one is a line here and its work in `server/background-work.ts`.
 */
export const QUEUES = {
  mail: {
    label: 'Correos',
    // One more than attempts: a mail whose worker died each time is given up by the last, which sends nothing.
    retries: MAIL_ATTEMPTS,
    firstRetrySeconds: 2,
    pollSeconds: 0.5,
    batch: 10,
    keepSeconds: 3_600,
  },
  resend: {
    label: 'Reenvíos de invitaciones',
    retries: 8,
    firstRetrySeconds: 5,
    // Short, because the administrator who asked for it watches its progress.
    pollSeconds: 2,
    batch: 1,
    keepSeconds: 3 * 86_400,
  },
  reminders: scheduled('Recordatorios a personas invitadas', '* 9-17 * * 1-5'),
  'plan-mails': scheduled('Avisos de acciones de planes', '*/5 9-17 * * 1-5'),
  // Due once in each quarter of Santiago; what a night without a worker left is done in the next.
  benchmarks: scheduled('Comparación entre organizaciones', '28 4 * * *'),
  // Figures include what is not aggregated yet: the interval only limits its amount.
  figures: scheduled('Cifras de visitas', '* * * * *'),
  // Each day is compared in the night after it, and again while it differs.
  'ledger-check': scheduled('Cuadratura del libro', '*/10 * * * *'),
  'data-request-deadlines': scheduled('Avisos de solicitudes de datos por vencer', '3 * * * *'),
  retention: scheduled('Plazos de conservación de datos', '8 * * * *'),
  purge: scheduled('Limpieza de sesiones y enlaces vencidos', '13 * * * *'),
  'list-purge': scheduled('Limpieza de listas sin confirmar', '18 * * * *'),
  'event-purge': scheduled('Limpieza de visitas', '23 * * * *'),
  'statement-purge': scheduled('Limpieza de cartolas', '28 * * * *'),
  'report-purge': scheduled('Limpieza de reportes de pasarelas', '33 * * * *'),
  'webhook-purge': scheduled('Limpieza de avisos a otros sistemas', '38 * * * *'),
  'link-purge': scheduled('Limpieza de enlaces a resultados', '43 * * * *'),
  // Files wait in their rows meanwhile; nothing to do without a bucket.
  'object-move': scheduled('Traslado de archivos al almacén externo', '* * * * *'),
  // Apart from the hour of the backup, which keeps it from removing anything.
  'object-sweep': scheduled('Limpieza del almacén externo', '48 5 * * *'),
  // The night's, once it is over; one that failed is made in a later hour.
  backup: { ...scheduled('Copia de seguridad', '10 * * * *'), retries: 0 },
} as const satisfies Record<string, Queue>

export type QueueName = keyof typeof QUEUES

export const isQueue = (name: string): name is QueueName => Object.hasOwn(QUEUES, name)

/** Whether the jobs of a queue are sent by a schedule. */
export const isScheduled = (name: string): boolean => isQueue(name) && 'schedule' in QUEUES[name]

/** Where jobs go that failed at every try. Somebody looks at them, nothing takes them. */
export const DEAD_LETTERS = 'dead-letters'

export const SCHEDULE_ZONE = 'America/Santiago'

/** The longest wait between two tries, in seconds. */
export const LONGEST_RETRY_SECONDS = 6 * 3_600

/** The schema of the database that belongs to the engine. */
export const JOB_SCHEMA = 'pgboss'
