import { z } from 'zod'
import { type Checked, type ListedPerson, readRole } from '#app/features/accesses/invitations/invitation-list.ts'
import { emailProblem } from '#app/features/accesses/invitations/mail-addresses.ts'
import { personName, plainText } from '#app/features/identity/identity-schema.server.ts'
import { emailOf, schemaOf } from '#app/kit/forms/schema.ts'
import { isSheetError } from '#app/platform/sheets/sheet-errors.ts'
import { EMAIL_MESSAGE, fillFields, inviteeFields, inviteFields } from './person-fields.ts'

/** The invite form (specification 2, section 5). */
export const inviteForm = z.object({
  firstName: personName(inviteFields.firstName),
  lastName: personName(inviteFields.lastName),
  email: emailOf(inviteFields.email, EMAIL_MESSAGE),
  role: schemaOf(inviteFields.role),
  area: plainText(inviteFields.area),
})

/** The same with who reads the answers, which the first invitation fixes; absent where an earlier one fixed it. */
export const singleInviteForm = inviteForm.extend({
  mode: z.enum(['nominative', 'confidential'], 'Elige quién puede ver las respuestas').optional(),
})
export type InviteForm = z.infer<typeof singleInviteForm>

/** Role and area for the people of a list who have none. */
export const fillForm = inviteForm.pick({ area: true }).extend({ role: schemaOf(fillFields.role) })

/** A person in a list: the role is one of the form's choices by its label, or the company's own name for it. */
const listedPerson = inviteForm.extend({ role: plainText({ ...inviteFields.firstName, required: 'Falta el cargo' }) })

const PERSON_LABELS = [
  ['firstName', 'Nombre'],
  ['lastName', 'Apellido'],
  ['email', 'Email'],
  ['role', 'Cargo'],
  ['area', 'Área'],
] as const

/** Validates a person of a list. */
export function checkPerson(written: ListedPerson): Checked {
  const broken = PERSON_LABELS.find(([field]) => isSheetError(written[field]))
  if (broken) {
    const [field, label] = broken
    const problem = `${label}: la planilla muestra el error ${written[field]}. Corrígelo y sube la lista otra vez.`
    return { ok: false, outcome: 'sheet_error', problem }
  }
  const parsed = listedPerson.safeParse({ ...written, role: readRole(written.role) })
  if (parsed.success) return { ok: true, person: parsed.data }
  // The e-mail matters most in a list: its error is reported before any other.
  const issue = parsed.error.issues.find(({ path }) => path[0] === 'email') ?? parsed.error.issues[0]
  const problem = issue?.message ?? ''
  if (issue?.path[0] === 'email')
    return { ok: false, outcome: 'invalid_email', problem: emailProblem(written.email) ?? problem }
  const refused = PERSON_LABELS.find(([field]) => field === issue?.path[0])
  // A text that is there is not missing, whatever is wrong with it.
  if (!refused || !/(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(written[refused[0]]))
    return { ok: false, outcome: 'missing_data', problem }
  return { ok: false, outcome: 'refused_text', problem: `${refused[1]}: ${problem}` }
}

/** A list as it is stored between dry run and confirmation. */
export const storedPeople = z.array(
  z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    role: z.string(),
    area: z.string(),
    row: z.number().optional(),
    guessed: z.boolean().optional(),
  }),
)

/** One access of the configure-invitations dialog: all four fields are required (specification 2, section 5). */
export const inviteeForm = z.object({
  name: personName(inviteeFields.name),
  email: emailOf(inviteeFields.email, EMAIL_MESSAGE),
  jobRole: plainText(inviteeFields.jobRole),
  department: plainText(inviteeFields.department),
})
export type InviteeForm = z.infer<typeof inviteeForm>

/** The intents of the dashboard's forms. */
export const dashboardIntent = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('start'), accessId: z.uuid() }),
  z.object({ intent: z.literal('finish'), accessId: z.uuid() }),
  z.object({ intent: z.literal('invite'), itemId: z.uuid() }),
  z.object({ intent: z.literal('save-invitee'), accessId: z.uuid() }),
  z.object({ intent: z.literal('remind'), itemId: z.uuid() }),
])
