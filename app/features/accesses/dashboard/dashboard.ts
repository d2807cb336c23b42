import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { Invitation } from '#app/features/accesses/invitations/invitation.ts'
import type { Reminded } from '#app/features/accesses/invitations/remind-pending.server.ts'
import { type InviteeField, type InviteField, NOT_SAVED } from '#app/features/accesses/person-fields.ts'
import { dismissToast, notify } from '#app/kit/ui/toast.ts'
import { track } from '#app/platform/tracking/track.ts'
import { remindedText } from './participants.ts'

/** A message shown as a toast after an action. */
export type Notice = { tone: 'success' | 'error'; title: string; description?: string }

type Refused<Field extends string> = {
  ok: false
  errors: Partial<Record<Field, string>>
  values: Partial<Record<Field, string>>
  notice?: Notice
}

export type InviteAnswer = { intent: 'invite' } & (
  | { ok: true; invitation: Invitation; notice?: never }
  | Refused<InviteField | 'mode'>
)
export type SaveInviteeAnswer = { intent: 'save-invitee' } & ({ ok: true; notice: Notice } | Refused<InviteeField>)
/** Results of 'Comenzar', 'Terminar' and 'Recordar': a successful start is a redirect. */
export type RunAnswer = { intent: 'start' | 'finish' | 'remind'; ok: boolean; notice: Notice }
export type DashboardAnswer = InviteAnswer | SaveInviteeAnswer | RunAnswer

/** Shows an answer's notice as a toast, once per answer. One without a notice takes away what an earlier one said. */
export function useNotice(answer: { notice?: Notice | undefined } | undefined): void {
  useEffect(() => {
    if (answer?.notice) notify(answer.notice)
    else if (answer) dismissToast()
  }, [answer])
}

/**
 * Reloads the page's data when its tab becomes visible (specification 2, section 2), and records a view when they are
 * loaded: on arrival and each return, not after an action.
 * @param loaded the loader's data; undefined when loading failed.
 */
export function useDashboardViews(loaded: object | undefined): void {
  const { revalidate } = useRevalidator()
  const arrived = useRef(true)
  useEffect(() => {
    if (!loaded || !arrived.current) return
    arrived.current = false
    track('dashboard_viewed', {})
  }, [loaded])
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState !== 'visible') return
      arrived.current = true
      void revalidate()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [revalidate])
}

/** Texts of specification 2, section 8, 'Dashboard'. */
export const LOAD_FAILURE = 'Error al cargar los assessments'

/** The notice of something that was refused or failed. */
export const problem = (title: string, description?: string): Notice =>
  description === undefined ? { tone: 'error', title } : { tone: 'error', title, description }

export const MISSING_FIELDS = problem('Campos requeridos', 'Por favor complete todos los campos')

/** Shown after an invited person's data are saved: a new e-mail gets its own code. */
export const saved = (outcome: { invited: boolean; email: string }): Notice =>
  outcome.invited
    ? { tone: 'success', title: 'Datos guardados', description: `Enviamos un código nuevo a ${outcome.email}.` }
    : { tone: 'success', title: 'Datos guardados' }

/** Shown after a reminder: an error where nobody got one. */
export const reminded = (outcome: Reminded): Notice => ({
  tone: outcome.sent > 0 ? 'success' : 'error',
  title: remindedText(outcome),
})

export const FINISHED: Notice = {
  tone: 'success',
  title: 'Assessment terminado',
  description: 'Ya puedes ver los resultados.',
}

const UNEXPECTED = {
  start: problem('Error al crear el assessment'),
  finish: problem('Error al completar assessment'),
  invite: problem('No se pudo crear la invitación. Inténtelo de nuevo.'),
  'save-invitee': problem(NOT_SAVED),
  remind: problem('No se pudieron enviar los recordatorios. Inténtalo de nuevo.'),
} as const

type DashboardIntent = keyof typeof UNEXPECTED

/** Whether a form value is one of the dashboard's intents. */
export const isDashboardIntent = (value: unknown): value is DashboardIntent =>
  typeof value === 'string' && Object.hasOwn(UNEXPECTED, value)

/** Of a start or a 'Terminar' that failed at a step of which the error catalogue speaks. */
const STEP_FAILURES = {
  look_up: problem('Error al verificar assessment existente'),
  update_access: problem('Error al actualizar acceso'),
} as const

/**
 * The answer when the server or the connection fails: nothing was done, or the outcome is unknown.
 * @param step at which starting or closing a run failed, if it is one with a text of its own.
 */
export function unexpectedAnswer(intent: DashboardIntent, step?: keyof typeof STEP_FAILURES): DashboardAnswer {
  const notice = step === undefined ? UNEXPECTED[intent] : STEP_FAILURES[step]
  return intent === 'invite' || intent === 'save-invitee'
    ? { intent, ok: false, errors: {}, values: {}, notice }
    : { intent, ok: false, notice }
}
