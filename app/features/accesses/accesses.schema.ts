import { z } from 'zod'
import { isPlainText, NOT_PLAIN } from '#app/features/accesses/invitations/invitation.ts'
import type { Checked } from '#app/features/accesses/invitations/invitation-list.ts'
import { type ListedPerson, roleOf } from '#app/features/accesses/invitations/invitation-list.ts'
import { normalizeEmail } from '#app/features/identity/identity.ts'
import { lineField } from '#app/platform/http/one-line.ts'
import { JOB_ROLES, type JobRole, MAX_EMAIL, MAX_FULL_NAME, MAX_NAME } from './accesses.ts'

const named = (min: number, max: number, message: string) =>
  lineField(max).pipe(z.string().min(min, message).refine(isPlainText, NOT_PLAIN))

const EMAIL_MESSAGE = 'Ingresa un email válido'
const normalized = z.string().default('').transform(normalizeEmail)
const isEmail = z.string().max(MAX_EMAIL, EMAIL_MESSAGE).pipe(z.email(EMAIL_MESSAGE))
const email = normalized.pipe(isEmail)

const jobRoles = Object.keys(JOB_ROLES) as [JobRole, ...JobRole[]]

/** The invite form (specification 2, section 5). */
export const inviteForm = z.object({
  firstName: named(2, MAX_NAME, 'El nombre debe tener al menos 2 caracteres'),
  lastName: named(2, MAX_NAME, 'El apellido debe tener al menos 2 caracteres'),
  email,
  role: z.enum(jobRoles, 'Selecciona un rol'),
  area: named(2, MAX_FULL_NAME, 'El área debe tener al menos 2 caracteres'),
})
export type InviteForm = z.infer<typeof inviteForm>

/** A person of a list: the role is one of the form's choices by its label, or what the company calls it. */
const listedPerson = inviteForm.extend({ role: named(2, MAX_NAME, 'Falta el rol') })

/** Reads a person of a list. */
export function checkPerson(written: ListedPerson): Checked {
  const parsed = listedPerson.safeParse({ ...written, role: roleOf(written.role) })
  if (parsed.success) return { ok: true, person: parsed.data }
  // An address is what a list is for: its fault is told before any other.
  const issue = parsed.error.issues.find(({ path }) => path[0] === 'email') ?? parsed.error.issues[0]
  const problem = issue?.message ?? ''
  if (issue?.path[0] === 'email') return { ok: false, fate: 'invalid_email', problem }
  return { ok: false, fate: problem === NOT_PLAIN ? 'refused_text' : 'missing_data', problem }
}

/** A list as it is stored between its dry run and its confirmation. */
export const storedPeople = z.array(
  z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), role: z.string(), area: z.string() }),
)
export const INVITE_FIELDS = ['firstName', 'lastName', 'email', 'role', 'area'] as const
export type InviteField = (typeof INVITE_FIELDS)[number]

const REQUIRED = 'Completa este campo'

/** One access of the configure-invitations dialog: all four fields are required (specification 2, section 5). */
export const inviteeForm = z.object({
  name: named(1, MAX_FULL_NAME, REQUIRED),
  email: normalized.pipe(z.string().min(1, REQUIRED).pipe(isEmail)),
  jobRole: named(1, MAX_NAME, REQUIRED),
  department: named(1, MAX_FULL_NAME, REQUIRED),
})
export type InviteeForm = z.infer<typeof inviteeForm>
export const INVITEE_FIELDS = ['name', 'email', 'jobRole', 'department'] as const
export type InviteeField = (typeof INVITEE_FIELDS)[number]

/** What the dashboard's forms ask for. */
export const dashboardIntent = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('start'), accessId: z.uuid() }),
  z.object({ intent: z.literal('finish'), accessId: z.uuid() }),
  z.object({ intent: z.literal('invite'), itemId: z.uuid() }),
  z.object({ intent: z.literal('save-invitee'), accessId: z.uuid() }),
])
