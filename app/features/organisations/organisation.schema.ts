import { z } from 'zod'
import { plainText } from '#app/features/identity/plain-names.schema.ts'
import { foldEmail, isEmail } from '#app/kernel/email.ts'
import { parseRut } from '#app/kernel/rut.ts'
import { shorten } from '#app/kernel/text.ts'
import { orNull, schemaOf } from '#app/kit/forms/schema.ts'
import { invitationFields, organisationFields, roleFields } from './organisation-fields.ts'
import { MAX_ADDRESSES } from './organisations.ts'

const rut = schemaOf(organisationFields.rut)
  .transform(orNull)
  .transform((typed, context) => {
    if (typed === null) return null
    const parsed = parseRut(typed)
    if (parsed) return parsed
    context.addIssue({ code: 'custom', message: 'El RUT no es válido: revisa el dígito verificador' })
    return z.NEVER
  })

/** Invitations name the organisation in a mail to any address. */
const organisationForm = z.object({ name: plainText(organisationFields.name), rut })

const ADDRESS = /[^\s<>"(),;]+@[^\s<>"(),;]+/g

/**
 * The addresses in pasted text, as mail programs write recipients: `Ana Pérez <ana@x.cl>, "Soto, Luis" <luis@x.cl>`.
 * `unread` is the first part without exactly readable addresses.
 */
export function readAddresses(text: string): { emails: string[]; unread: string | undefined } {
  const emails = new Set<string>()
  let unread: string | undefined
  for (const part of text.replaceAll(/"[^"]*"/g, ' ').split(/[,;\n]+/)) {
    if (part.trim() === '') continue
    const found = part.match(ADDRESS) ?? []
    const valid = found.map(foldEmail).filter(isEmail)
    if (valid.length === 0 || valid.length < found.length) unread ??= shorten(part.trim(), 80)
    for (const email of valid) emails.add(email)
  }
  return { emails: [...emails], unread }
}

const emails = schemaOf(invitationFields.emails).transform((typed, context) => {
  const read = readAddresses(typed)
  const problem =
    read.unread !== undefined
      ? `Revisa este correo: ${read.unread}`
      : read.emails.length > MAX_ADDRESSES
        ? `Invita a ${MAX_ADDRESSES} personas como máximo de una vez`
        : undefined
  if (problem === undefined) return read.emails
  context.addIssue({ code: 'custom', message: problem })
  return z.NEVER
})

const id = z.uuid()
const role = schemaOf(roleFields.role)

/** What the screen of an organisation posts. */
export const organisationCommand = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('create'), ...organisationForm.shape }),
  z.object({ intent: z.literal('rename'), organisation: id, ...organisationForm.shape }),
  z.object({ intent: z.literal('invite'), organisation: id, emails, role }),
  z.object({ intent: z.literal('revoke-invitation'), organisation: id, invitation: id }),
  z.object({ intent: z.literal('change-role'), organisation: id, member: id, role }),
  z.object({ intent: z.literal('remove'), organisation: id, member: id }),
  z.object({ intent: z.literal('leave'), organisation: id }),
  z.object({ intent: z.literal('hand-over'), organisation: id, member: id }),
  z.object({ intent: z.literal('close'), organisation: id }),
  z.object({ intent: z.literal('move'), organisation: id, order: z.string().max(40) }),
])

export type OrganisationCommand = z.output<typeof organisationCommand>
