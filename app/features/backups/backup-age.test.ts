import { expect, it } from 'vitest'
import { backupText, isOld } from './backup-age.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const ago = (hours: number, isVerified = true) => ({ at: new Date(NOW.getTime() - hours * 3_600_000), isVerified })

it('tells the age of the last backup, and whether it was tried', () => {
  expect(backupText({ at: null, isVerified: null }, NOW)).toBe('No hay copias de seguridad.')
  expect(backupText(ago(0.5), NOW)).toBe('Última copia de seguridad: hace menos de una hora, comprobada.')
  expect(backupText(ago(1.2), NOW)).toBe('Última copia de seguridad: hace 1 hora, comprobada.')
  expect(backupText(ago(47), NOW)).toBe('Última copia de seguridad: hace 47 horas, comprobada.')
  expect(backupText(ago(50, false), NOW)).toBe('Última copia de seguridad: hace 2 días, sin comprobar.')
})

it('is old after a night without one', () => {
  expect(isOld(ago(36), NOW)).toBe(false)
  expect(isOld(ago(36.1), NOW)).toBe(true)
  expect(isOld({ at: null, isVerified: null }, NOW)).toBe(true)
})
