import { OPEN_ANSWER_MAX } from '#app/features/questionnaires/questionnaire.ts'
import type { AccessValues, FieldErrors, RespondentValues } from '#app/features/questionnaires/respondent.ts'
import { formatLongDate } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import type { ToastTone } from '#app/kit/ui/toast.ts'

/** How far the answers on the screen have come on their way to the server. */
export type SaveStatus = 'saved' | 'saving' | 'offline' | 'refused' | 'denied' | 'expired' | 'closed'

export type AccessField = keyof AccessValues
/** The fields that the respondent fills in. */
export type OwnField = Exclude<keyof RespondentValues, 'corporate_email' | 'invitation_code'>
/** What the start form sends. */
type StartField = OwnField | 'age_declaration'
/** What a refused start names; the code is locked and never sent back. */
type StartErrors = FieldErrors<StartField | 'invitation_code'>

/** What the respondent's page returns when it does not redirect. */
export type RespondAnswer =
  /** `opened`: the browser may continue the run on its screen. */
  | { form: 'access'; errors: FieldErrors<AccessField>; values: AccessValues; notice?: Notice; opened?: true }
  /** `renewed`: the page no longer says what holds, and is loaded again. */
  | {
      form: 'start'
      errors: StartErrors
      values: Record<StartField, string>
      notice?: Notice
      renewed?: true
    }
  | { form: 'complete'; done: boolean; notice?: Notice }
  /** Texts of a section that were too long, and what was typed. */
  | {
      form: 'section'
      errors: Readonly<Record<string, string>>
      values: Readonly<Record<string, string>>
      notice?: Notice
    }

export type SectionAnswer = Extract<RespondAnswer, { form: 'section' }>
export type AccessAnswer = Extract<RespondAnswer, { form: 'access' }>

export type Notice = { title: string; description?: string; tone: ToastTone }

/** Texts of specification 2, section 8. */
const ACCESS_VERIFIED: Notice = {
  title: 'Acceso verificado',
  description: 'Código de acceso válido',
  tone: 'success',
}
const STARTED: Notice = { title: 'Evaluación iniciada', tone: 'success' }
const COMPLETED: Notice = { title: '¡Evaluación completada!', tone: 'success' }

export const ALREADY_COMPLETED: Notice = {
  title: 'Assessment ya completado',
  description: 'Esta evaluación ya ha sido completada anteriormente',
  tone: 'error',
}
/** The text beside a written answer with so many characters, which is kept on the screen. */
export const tooLongAnswer = (length: number): string =>
  `Tu respuesta tiene ${countOf(length, 'carácter', 'caracteres')} y caben ${formatInteger(OPEN_ANSWER_MAX)}: acórtala para guardarla`

/** A refused access with its reason. */
export const accessError = (description: string): Notice => ({ title: 'Error de acceso', description, tone: 'error' })
export const INVALID_INVITATION = 'Código de invitación o email inválido'
export const START_FAILED: Notice = {
  title: 'Error',
  description: 'No se pudo iniciar la evaluación. Inténtelo de nuevo.',
  tone: 'error',
}
export const COMPLETE_FAILED: Notice = {
  title: 'Error',
  description: 'No se pudo completar la evaluación. Sus respuestas han sido guardadas.',
  tone: 'error',
}

/** Texts for cases that the specification does not name. */
export const ACCESS_ENDED: Notice = {
  title: 'El plazo para responder terminó',
  description: 'Lo que guardaste antes se conserva, pero ya no se puede responder ni finalizar.',
  tone: 'error',
}
/** What the right e-mail and code of an access are told after its last day, and who can extend it. */
export const accessEnded = ({ endedOn, own }: { endedOn: Date; own: boolean }): Notice => ({
  title: `Tu acceso terminó el ${formatLongDate(endedOn)}`,
  description: own
    ? 'Si necesitas más plazo, escríbenos. Lo que guardaste antes se conserva.'
    : 'Si necesitas más plazo, pídele a quien te invitó que lo extienda. Lo que guardaste antes se conserva.',
  tone: 'error',
})
export const PROMISE_CHANGED: Notice = {
  title: 'Cambió quién verá tus respuestas',
  description:
    'La página que tenías abierta decía otra cosa, así que no empezamos. Lee de nuevo quién verá tus respuestas y, si estás de acuerdo, comienza. Lo que escribiste sigue aquí.',
  tone: 'error',
}
export const ACCESS_UNREACHABLE = 'No pudimos verificar tu acceso. Revisa tu conexión e inténtalo de nuevo.'
export const NOTHING_TO_ANSWER = 'Este código es de un producto que no tiene cuestionario. Escríbenos y lo revisamos.'
export const OTHER_RUN = 'Ese correo y código son de otra evaluación. Usa los de la que tienes en pantalla.'
export const UNSAVED: Notice = {
  title: 'Todavía hay respuestas sin guardar',
  description: 'Siguen en este navegador. Revisa tu conexión y vuelve a intentarlo.',
  tone: 'error',
}

export const SAVE_STATUS: Record<SaveStatus, string> = {
  saved: 'Guardado',
  saving: 'Guardando…',
  offline: 'Sin conexión: se guardará al volver',
  refused: 'Hay una respuesta sin guardar',
  denied: 'Sin guardar: vuelve a entrar',
  closed: 'Evaluación cerrada',
  expired: 'El plazo terminó',
}

const SUCCESS = { access: ACCESS_VERIFIED, start: STARTED, complete: COMPLETED } as const

/** The success notice of an intent (specification 2, section 8). */
export const successNotice = (intent: keyof typeof SUCCESS): Notice => SUCCESS[intent]

/** The answer of a form that got no response: typed values are kept. */
export function unreachedAnswer(form: FormData): RespondAnswer {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  if (form.get('intent') === 'access') {
    const values = { email: text('email'), access_code: text('access_code') }
    return { form: 'access', errors: {}, values, notice: accessError(ACCESS_UNREACHABLE) }
  }
  if (form.get('intent') === 'start') {
    const values = {
      full_name: text('full_name'),
      position: text('position'),
      organizational_unit: text('organizational_unit'),
      data_role: text('data_role'),
      company_name: text('company_name'),
      age_declaration: text('age_declaration'),
    }
    return { form: 'start', errors: {}, values, notice: START_FAILED }
  }
  return { form: 'complete', done: false, notice: COMPLETE_FAILED }
}
