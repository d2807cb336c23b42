import { z } from 'zod'
import { AUTH_MESSAGES } from '#app/features/identity/sign-in/auth-messages.ts'
import { foldName, withSpacedAbbreviations } from '#app/kernel/fold.ts'
import type { TextDeclaration } from '#app/kit/forms/fields.ts'
import { emailOf, orNull, schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import {
  DELETION_WORD,
  deletionFields,
  emailFields,
  ownerFields,
  ownPasswordFields,
  profileFields,
  signUpFields,
} from './account-fields.ts'
import { isCommonPassword } from './credentials/common-passwords.server.ts'
import { isPersonName, isPlainText, NOT_A_NAME, NOT_PLAIN } from './plain-names.ts'

/** A person's name, folded; a mail to whatever address was typed greets with it, so it may carry no address itself. */
export const personName = (field: TextDeclaration) =>
  z
    .string()
    .default('')
    .transform((typed): string | undefined => foldName(typed))
    .pipe(schemaOf(field))
    .refine(isPersonName, NOT_A_NAME)

/** A text about a person, a post, an area or a company that may stand in a mail to others. */
export const plainText = (field: TextDeclaration) =>
  z
    .string()
    .default('')
    .transform((typed): string | undefined => withSpacedAbbreviations(typed))
    .pipe(schemaOf(field))
    .refine(isPlainText, NOT_PLAIN)

/** The e-mail of an account. */
export const accountEmail = emailOf(emailFields.email, AUTH_MESSAGES.invalid_email)

/** An acceptable new password (spec D30). */
export const newPassword = z
  .string(AUTH_MESSAGES.password_too_short)
  .min(6, AUTH_MESSAGES.password_too_short)
  .max(128, AUTH_MESSAGES.password_too_long)
  .refine(password => !/^(.)\1*$/u.test(password) && password.trim() !== '', {
    error: 'Una contraseña no puede ser un solo carácter repetido ni espacios.',
    abort: true,
  })
  .refine(password => !isCommonPassword(password), {
    error: 'Esa contraseña es de las más usadas y se adivina fácil. Elige otra.',
    abort: true,
  })

/** The own password, typed again; `requirePassword` checks it. */
export const currentPassword = schemaOf(ownPasswordFields.password)

/** The own password where it confirms who sits before the session; '' when that was confirmed before (`reauthenticate`). */
export const reauthenticationPassword = z.string().max(1000).catch('')

const logIn = z.object({
  intent: z.literal('login'),
  email: accountEmail,
  password: currentPassword,
})

const typedOwner = {
  first_name: personName(ownerFields.first_name),
  last_name: personName(ownerFields.last_name),
  role: schemaOf(ownerFields.role).default('client'),
}

const signUp = z.object({
  intent: z.literal('signup'),
  ...shapeOf(signUpFields),
  ...typedOwner,
  email: accountEmail,
  password: newPassword,
})

/** The auth screen's two forms. A sign-up without a role creates a client (spec D28). */
export const authForm = z.discriminatedUnion('intent', [logIn, signUp])
export type LogIn = z.infer<typeof logIn>
export type SignUp = z.infer<typeof signUp>

/** Requests a mail: another confirmation link, or one to reset a password. */
export const emailForm = z.object({ email: accountEmail })

/** The token comes from an address; PostgreSQL refuses NUL. */
export const resetForm = z.object({ token: z.string().regex(/^[\w.~-]{1,200}$/), password: newPassword })

/** Whose an account is that somebody else had signed up. */
export const ownerForm = z.object(typedOwner)
export type AccountOwner = z.infer<typeof ownerForm>

/** The four fields of a profile that its owner may change (spec D28). */
export const profileForm = z.object({
  ...shapeOf(profileFields),
  first_name: personName(profileFields.first_name),
  last_name: personName(profileFields.last_name),
  company: schemaOf(profileFields.company).transform(orNull),
  phone: schemaOf(profileFields.phone).transform(orNull),
})
export type ProfileFields = z.infer<typeof profileForm>

/** The forms of the screen 'Seguridad', one per `intent`. */
export const securityForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('change_password'), current_password: currentPassword, new_password: newPassword }),
  z.object({ intent: z.literal('change_email'), new_email: accountEmail, current_password: currentPassword }),
  z.object({ intent: z.literal('cancel_email_change') }),
  z.object({ intent: z.literal('close_session'), session: z.uuid() }),
  z.object({ intent: z.literal('close_others') }),
])

export const SECURITY_INTENTS = [
  'change_password',
  'change_email',
  'cancel_email_change',
  'close_session',
  'close_others',
] as const
export type SecurityIntent = (typeof SECURITY_INTENTS)[number]

export const deletionForm = z.object({
  password: currentPassword,
  word: schemaOf(deletionFields.word).refine(
    word => word.toLocaleUpperCase('es-CL') === DELETION_WORD,
    deletionFields.word.required,
  ),
})
