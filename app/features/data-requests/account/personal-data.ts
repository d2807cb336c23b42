import type { z } from 'zod'
import { STATES } from '#app/features/results/plan-actions/plan-actions.ts'
import { formatDate, formatDateTime, formatDay, parseDay } from '#app/kernel/dates.ts'
import type { personalDataSchema } from './personal-data-schema.server.ts'

/** Where somebody without an account sees the own data. */
export const DATA_PATH = '/mis-datos'
/** Where somebody with an account sees the own data. */
export const ACCOUNT_DATA_PATH = '/account/data'

/** Everything that is kept about the owner of a mailbox. */
export type PersonalData = z.infer<typeof personalDataSchema>
export type SubjectAccess = PersonalData['accesses'][number]

export const formatStoredDay = (time: string): string => formatDate(new Date(time))
export const formatStoredTime = (time: string): string => formatDateTime(new Date(time))

/** Whether nothing is kept but the requests themselves and the mails that answered them. */
export const isUnknown = ({ account, accesses, plan_actions }: PersonalData): boolean =>
  account === null && accesses.length === 0 && plan_actions.length === 0

type SubjectAction = PersonalData['plan_actions'][number]

/** 'Ordenar la bodega. Para el 21-12-2026: Por hacer', with what somebody noted in the own plan. */
export function planActionText({ title, due_on, state, note, dropped_reason }: SubjectAction): string {
  const day = parseDay(due_on)
  const until = day ? `Para el ${formatDay(day)}` : 'Sin fecha'
  return [title, `${until}: ${STATES[state]}`, dropped_reason, note].filter(part => part !== null).join('. ')
}

export const PLAN_READERS =
  'Las del plan de una compra las leen quienes tienen acceso a sus resultados; las de tu propio plan, solo tú.'

const ACCESS_STATES: Readonly<Record<SubjectAccess['status'], string>> = {
  active: 'Sin comenzar',
  in_use: 'En progreso',
  completed: 'Terminada',
  revoked: 'Revocada',
}

/** 'Terminada', 'Bloqueada'. */
export const stateText = ({ status, blocked }: Pick<SubjectAccess, 'status' | 'blocked'>): string =>
  blocked ? `${ACCESS_STATES[status]}, bloqueada` : ACCESS_STATES[status]

const buyerText = ({ buyer, buyer_company, organisation }: SubjectAccess): string => {
  if (organisation !== null) return `Quien tiene acceso a los resultados en ${organisation}`
  if (buyer === null) return 'Quien compró la evaluación'
  return buyer_company === null ? buyer : `${buyer}, de ${buyer_company}`
}

/** Who can read the answers of an access, in sentences. */
export function readersText(access: SubjectAccess): string {
  if (access.blocked)
    return 'Bloqueaste estos datos: nadie más que tú puede leer tus respuestas ni tus resultados. Quien te invitó sigue viendo tu nombre y tu correo en su lista.'
  if (access.is_workshop) return 'Quien te inscribió ve si asististe; el equipo de la tienda, tu inscripción.'
  if (access.status === 'revoked') return 'El acceso fue revocado: quien compró ya no puede abrir tus respuestas.'
  const staff = 'El equipo autorizado de la tienda puede verlas para dar soporte.'
  if (access.own && access.organisation === null) return `Solo tú. ${staff}`
  if (access.confidential) {
    return `Nadie lee tus respuestas con tu nombre. ${buyerText(access)} ve si terminaste y resultados de grupos de al menos cinco personas distintas.`
  }
  return `${buyerText(access)} puede ver tu nombre, tus respuestas y tus resultados. ${staff}`
}

/** First and last name of an access; one name field becomes both. */
export function accessNames(access: SubjectAccess): { first_name: string; last_name: string } {
  if (access.first_name !== null) return { first_name: access.first_name, last_name: access.last_name ?? '' }
  const [first_name = '', ...rest] = (access.run?.full_name ?? access.invitee_name ?? '').split(' ')
  return { first_name, last_name: rest.join(' ') }
}
