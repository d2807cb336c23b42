import { z } from 'zod'
import { currentPassword } from '#app/features/identity/identity.schema.ts'
import type { Role } from '#app/platform/database/values.ts'
import { NOTE_LENGTH } from './clients.ts'

const ROLES = ['admin', 'client', 'respondent', 'assessment_manager'] as const satisfies readonly Role[]

/** A note of the staff: multi-line text, without characters that the database can't store. */
export const noteText = z
  .string()
  .default('')
  .transform(typed =>
    typed
      .normalize('NFC')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/[^\P{Cc}\n\t]/gu, '')
      .toWellFormed()
      .trim(),
  )
  .pipe(z.string().min(1, 'Escribe la nota').max(NOTE_LENGTH, `Puede tener hasta ${NOTE_LENGTH} caracteres`))

/** The forms of a client's page, one per `intent`. */
export const clientForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('add-note'), body: noteText }),
  z.object({ intent: z.literal('delete-note'), note: z.uuid() }),
  z.object({
    intent: z.literal('change-role'),
    role: z.enum(ROLES, 'Elige un rol'),
    password: currentPassword,
  }),
])

export const CLIENT_INTENTS = ['add-note', 'delete-note', 'change-role'] as const
