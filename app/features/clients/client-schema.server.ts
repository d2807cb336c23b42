import { z } from 'zod'
import { reauthenticationPassword } from '#app/features/identity/identity-schema.server.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { noteFields, roleFields } from './clients.ts'

/** The forms of notes on a client or an order. */
export const noteForms = [
  z.object({ intent: z.literal('add-note'), ...shapeOf(noteFields) }),
  z.object({ intent: z.literal('delete-note'), note: z.uuid() }),
] as const
export type NoteCommand = z.output<(typeof noteForms)[number]>

/** The forms of a client's page, one per `intent`. */
export const clientForm = z.discriminatedUnion('intent', [
  ...noteForms,
  z.object({ intent: z.enum(['mark-consultant', 'unmark-consultant']), organisation: z.uuid() }),
  z.object({ intent: z.literal('change-role'), ...shapeOf(roleFields), password: reauthenticationPassword }),
])
