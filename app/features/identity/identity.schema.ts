import { z } from 'zod'
import { AUTH_MESSAGES } from '#app/features/identity/sign-in/auth-messages.ts'
import { emailOf, orNull, schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { emailFields, ownerFields, ownPasswordFields, profileFields, signUpFields } from './account-fields.ts'
import { isCommonPassword } from './credentials/common-passwords.server.ts'
import { personName } from './plain-names.schema.ts'

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

/** The own password, typed again; `verifyPassword` checks it. */
export const currentPassword = schemaOf(ownPasswordFields.password)

/** The own password where it confirms who sits before the session; '' when that was confirmed before (`stepUp`). */
export const stepUpPassword = z.string().max(1000).catch('')

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
