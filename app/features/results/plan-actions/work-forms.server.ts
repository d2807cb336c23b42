import { z } from 'zod'
import { type Day, parseDay } from '#app/kernel/dates.ts'
import { foldEmail, isEmail } from '#app/kernel/email.ts'
import { schemaOf } from '#app/kit/forms/schema.ts'
import { actionFields, NOBODY, OTHER, titleField } from './action-fields.ts'

const WRONG_DAY = 'Elige una fecha entre 2000 y 2100.'

/** A day of this century, or none. */
export const dueOn = z
  .string()
  .default('')
  .transform((typed, context): Day | null => {
    if (typed.trim() === '') return null
    const day = parseDay(typed.trim())
    if (day !== undefined && day >= '2000-01-01' && day <= '2099-12-31') return day
    context.addIssue({ code: 'custom', message: WRONG_DAY })
    return z.NEVER
  })

const owned = {
  owner: z.string().max(254).catch(NOBODY),
  owner_name: schemaOf(actionFields.owner_name),
  owner_email: z.string().default('').transform(foldEmail),
  due_on: dueOn,
  note: schemaOf(actionFields.note),
}

type Owned = { owner: string; owner_name: string; owner_email: string }

/** Name and e-mail are those of another person, or not looked at. */
function checkOwner({ owner, owner_name, owner_email }: Owned, context: z.RefinementCtx): void {
  if (owner !== OTHER) return
  const wrong = (name: keyof Owned, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  if (owner_name === '') wrong('owner_name', 'Escribe quién responde por la acción.')
  if (owner_email !== '' && !isEmail(owner_email)) wrong('owner_email', 'Revisa el correo.')
}

const id = z.uuid()

/** What a form of a plan asks for; any other intent is none of its forms. */
export const workForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('plan-begin') }),
  z.object({ intent: z.literal('plan-add'), title: schemaOf(titleField), ...owned }).superRefine(checkOwner),
  z
    .object({
      intent: z.literal('plan-change'),
      id,
      version: z.coerce.number().int().min(1).max(2_147_483_647),
      title: schemaOf(titleField).optional(),
      state: schemaOf(actionFields.state),
      dropped_reason: schemaOf(actionFields.dropped_reason),
      ...owned,
    })
    .refine(({ state, dropped_reason }) => state !== 'dropped' || dropped_reason !== '', {
      path: ['dropped_reason'],
      message: 'Escribe por qué se descarta.',
    })
    .superRefine(checkOwner),
  z.object({ intent: z.literal('plan-hide'), id }),
  z.object({ intent: z.literal('plan-show'), id }),
  z.object({ intent: z.literal('plan-up'), id }),
  z.object({ intent: z.literal('plan-down'), id }),
  z.object({ intent: z.literal('plan-accept'), proposal: z.string().max(200) }),
  z.object({ intent: z.literal('plan-dismiss'), proposal: z.string().max(200) }),
])

export type WorkCommand = z.infer<typeof workForm>
export type AddedForm = Omit<Extract<WorkCommand, { intent: 'plan-add' }>, 'intent'>
export type ChangedForm = Omit<Extract<WorkCommand, { intent: 'plan-change' }>, 'intent'>
