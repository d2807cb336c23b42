import { data } from 'react-router'
import { z } from 'zod'
import { passkeyFields, secondStepFields } from '#app/features/identity/account-fields.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { currentPassword } from '#app/features/identity/identity-schema.server.ts'
import {
  continueSession,
  requireRole,
  requireSession,
  type SessionArgs,
} from '#app/features/identity/session.server.ts'
import { AUTH_MESSAGES } from '#app/features/identity/sign-in/auth-messages.ts'
import { hasReauthenticated, reauthenticate } from '#app/features/identity/staff/reauthentication.server.ts'
import { CONFIRMATION_EXPIRED } from '#app/features/identity/staff/reauthentication.ts'
import {
  addPasskey,
  confirmTotp,
  type NewTotp,
  removeFactor,
  renewCodes,
  sameTotp,
  startTotp,
} from '#app/features/identity/staff/second-factor.server.ts'
import { readCredential } from '#app/features/identity/staff/second-step.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField } from '#app/kit/forms/form-answer.ts'
import { schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'

export const SECURITY_INTENTS = [
  'confirm',
  'start-totp',
  'confirm-totp',
  'renew-codes',
  'add-passkey',
  'remove-passkey',
  'remove-totp',
] as const

const form = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('confirm'), password: currentPassword }),
  z.object({ intent: z.literal('start-totp'), password: currentPassword }),
  z.object({
    intent: z.literal('confirm-totp'),
    code: schemaOf(secondStepFields.code),
    key: z.string().max(200).default(''),
  }),
  z.object({ intent: z.literal('renew-codes'), password: currentPassword }),
  z.object({ intent: z.literal('add-passkey'), ...shapeOf(passkeyFields), response: z.string().default('') }),
  z.object({ intent: z.literal('remove-passkey'), passkey: z.uuid() }),
  z.object({ intent: z.literal('remove-totp') }),
])

/** What the screen says after one of its forms. Secrets are in one answer only. */
export type SecurityAnswer = {
  intent: (typeof SECURITY_INTENTS)[number]
  done: boolean
  text: string
  errors: Record<string, string>
  totp?: NewTotp
  codes?: string[]
}

/** The factors of an account are changed by whoever has confirmed in the last minutes; the screen then asks again. @throws Refusal */
async function requireConfirmed(args: SessionArgs): Promise<void> {
  if (!(await hasReauthenticated(args))) refuse(CONFIRMATION_EXPIRED)
}

/** The forms of the screen of the own account's security. */
export async function answerSecurity(args: SessionArgs) {
  await requireRole(args, ['admin'])
  const session = await requireSession(args)
  const caller = authCaller(args)
  const posted = await readForm(args.request)
  const intent = SECURITY_INTENTS.find(known => known === posted.intent)
  if (intent === undefined) throw data('Bad request', 400)
  const say = (said: Partial<SecurityAnswer>, { status = 200, cookies = [] as string[] } = {}) => {
    const headers = cookies.map((cookie): [string, string] => ['Set-Cookie', cookie])
    return data<SecurityAnswer>({ intent, done: status === 200, text: '', errors: {}, ...said }, { status, headers })
  }
  const parsed = form.safeParse(posted)
  if (!parsed.success) return say({ errors: firstMessagePerField(parsed.error) }, { status: 400 })
  const command = parsed.data
  const answer = async () => {
    switch (command.intent) {
      case 'confirm': {
        await reauthenticate(args, command.password, servicesOf(args.context).now())
        return say({ text: 'Listo: ya puedes cambiar tus llaves.' })
      }
      case 'start-totp':
        return say({ totp: await startTotp(caller, session, command.password) })
      case 'confirm-totp': {
        const turnedOn = await confirmTotp(caller, session, command.code.replace(/\s/g, ''))
        if (!turnedOn.ok) {
          const totp = await sameTotp(caller, session, command.key)
          return say({ errors: { code: AUTH_MESSAGES[turnedOn.error.code] }, ...(totp && { totp }) }, { status: 400 })
        }
        const { cookies, codes } = turnedOn.value
        continueSession(args, cookies)
        return say({ text: 'La aplicación de códigos quedó activa.', codes }, { cookies })
      }
      case 'renew-codes': {
        const codes = await renewCodes(caller, session, command.password)
        return say({ text: 'Tus códigos anteriores ya no sirven.', codes })
      }
      case 'add-passkey': {
        await requireConfirmed(args)
        await addPasskey(caller, session, { response: readCredential(command.response), name: command.name })
        return say({ text: 'Llave agregada.' })
      }
      case 'remove-passkey':
      case 'remove-totp': {
        await requireConfirmed(args)
        const factor = command.intent === 'remove-totp' ? ('totp' as const) : { passkey: command.passkey }
        const required = servicesOf(args.context).settings.staffSecondFactor
        await removeFactor(caller, session, { factor, required })
        return say({ text: 'Quitado. Te avisamos por correo.' })
      }
    }
  }
  const kept: Pick<SecurityAnswer, 'intent' | 'totp' | 'codes'> = { intent }
  return answerRefusals(answer, kept)
}
