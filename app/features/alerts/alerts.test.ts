import { expect, it } from 'vitest'
import { checksOf, type Seen } from './alerts.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const WELL: Seen = {
  payments: 0,
  refunds: 0,
  failedMails: 0,
  lastBackup: hoursAgo(20),
  freeSpace: 0.5,
  jobs: [{ job: 'mail', isLate: false }],
  workerSeen: NOW,
  host: 'web-1',
}
const found = (changes: Partial<Seen>) =>
  checksOf({ ...WELL, ...changes }, NOW).flatMap(({ name, found }) => (found ? [[name, found.problem]] : []))

it('finds nothing where all is well', () => {
  expect(found({})).toEqual([])
})

it.each<[Partial<Seen>, string, string]>([
  [{ payments: 1 }, 'payments', '1 pago espera una decisión'],
  [{ refunds: 2 }, 'refunds', '2 reembolsos esperan una decisión'],
  [{ failedMails: 1 }, 'failed_mails', '1 correo no se pudo enviar'],
  [{ lastBackup: hoursAgo(40) }, 'backup', 'Hace 40 horas que no hay una copia de seguridad nueva'],
  [{ freeSpace: 0.079 }, 'disk:web-1', 'Queda 7 % libre en el disco de web-1'],
  [{ jobs: [{ job: 'mail', isLate: true }] }, 'jobs:web-1', 'El trabajo en segundo plano está detenido en web-1: mail'],
  [{ workerSeen: hoursAgo(1) }, 'worker', 'El proceso de trabajo en segundo plano no funciona'],
])('%j is an alert', (changes, name, problem) => {
  expect(found(changes)).toEqual([[name, problem]])
})

it('leaves the alert of a disk as it is between little and enough space', () => {
  const names = (freeSpace: number) => checksOf({ ...WELL, freeSpace }, NOW).map(({ name }) => name)
  expect(names(0.11)).not.toContain('disk:web-1')
  expect(names(0.13)).toContain('disk:web-1')
})

it('does not look for what a process can not see', () => {
  const unseen = { lastBackup: undefined, freeSpace: undefined, workerSeen: undefined }
  expect(checksOf({ ...WELL, ...unseen }, NOW).map(({ name }) => name)).toEqual([
    'payments',
    'refunds',
    'failed_mails',
    'jobs:web-1',
  ])
})
