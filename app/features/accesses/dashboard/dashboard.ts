import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { Invitation } from '#app/features/accesses/invitations/invitation.ts'
import type { InviteFailure } from '#app/features/accesses/invitations/invite-respondent.server.ts'
import type { SaveInviteeFailure } from '#app/features/accesses/invitations/save-invitee.server.ts'
import type { InviteeField, InviteField } from '#app/features/accesses/person-fields.ts'
import { dismissToast, notify } from '#app/kit/ui/toast.ts'
import { track } from '#app/platform/tracking/track.ts'

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
  | Refused<InviteField>
)
export type SaveInviteeAnswer = { intent: 'save-invitee' } & ({ ok: true; notice: Notice } | Refused<InviteeField>)
/** Results of 'Comenzar' and 'Terminar': a successful start is a redirect. */
export type RunAnswer = { intent: 'start' | 'finish'; ok: boolean; notice: Notice }
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

const problem = (title: string, description?: string): Notice =>
  description === undefined ? { tone: 'error', title } : { tone: 'error', title, description }

const ACCESS_NOT_FOUND = problem('No se pudo obtener la información del acceso')
const COMPLETED = problem('Assessment completado', 'Este assessment ya ha sido completado anteriormente')
const EXPIRED = problem('Plazo vencido', 'El plazo para responder este assessment ya terminó')
const NO_RUN = 'No se encontró un assessment en progreso para completar'

const NO_SEATS = problem('No disponible', 'Ya se han usado todos los asientos disponibles para este assessment')

export const START_FAILURES = {
  access_not_found: ACCESS_NOT_FOUND,
  already_completed: COMPLETED,
  expired: EXPIRED,
  no_questionnaire: problem('Error al crear el assessment', 'Este producto no tiene un cuestionario para responder'),
} as const

export const FINISH_FAILURES = {
  access_not_found: ACCESS_NOT_FOUND,
  already_completed: COMPLETED,
  run_not_found: problem(NO_RUN),
  no_answers: problem(NO_RUN, 'Todavía no hay respuestas guardadas. Se puede terminar cuando haya al menos una.'),
} as const

const INVITE_FAILED = problem('No se pudo crear la invitación. Inténtelo de nuevo.')

const TOO_MANY_MAILS =
  'Ya se enviaron muchas invitaciones hoy, a esta dirección o desde tu cuenta. Vuelve a intentarlo mañana.'

export const INVITE_FAILURES: Record<InviteFailure['code'], Notice> = {
  item_not_found: INVITE_FAILED,
  no_seats: NO_SEATS,
  already_invited: problem('Ya tiene un acceso', 'Esa dirección ya tiene un acceso en este assessment. Usa otra.'),
  expired: EXPIRED,
  too_many_mails: problem('Demasiados correos', TOO_MANY_MAILS),
}

/** Shown beside the e-mail field, which has to change. */
export const ALREADY_INVITED = 'Esta dirección ya tiene un acceso en este assessment. Usa otra.'

export const MISSING_FIELDS = problem('Campos requeridos', 'Por favor complete todos los campos')
const SAVE_FAILED = 'No se pudieron guardar los datos'

export const SAVE_FAILURES: Record<SaveInviteeFailure['code'], Notice> = {
  access_not_found: problem(SAVE_FAILED, 'El acceso cambió entretanto. Recarga la página.'),
  already_completed: problem(SAVE_FAILED, 'Esta persona ya completó el assessment.'),
  already_started: problem(SAVE_FAILED, 'Esta persona ya comenzó a responder: su correo no puede cambiar.'),
  already_invited: problem(SAVE_FAILED, ALREADY_INVITED),
  expired: EXPIRED,
  too_many_mails: problem(SAVE_FAILED, TOO_MANY_MAILS),
}

/** Shown after an invited person's data are saved: a new e-mail gets its own code. */
export const saved = (outcome: { invited: boolean; email: string }): Notice =>
  outcome.invited
    ? { tone: 'success', title: 'Datos guardados', description: `Enviamos un código nuevo a ${outcome.email}.` }
    : { tone: 'success', title: 'Datos guardados' }

export const FINISHED: Notice = {
  tone: 'success',
  title: 'Assessment terminado',
  description: 'Ya puedes ver los resultados.',
}

const UNEXPECTED = {
  start: problem('Error al crear el assessment'),
  finish: problem('Error al completar assessment'),
  invite: INVITE_FAILED,
  'save-invitee': problem(SAVE_FAILED),
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
  return intent === 'start' || intent === 'finish'
    ? { intent, ok: false, notice }
    : { intent, ok: false, errors: {}, values: {}, notice }
}
