import type { ToastTone } from '#app/ui/toast.ts'
import type { SaveStatus } from './autosave-queue.ts'

export type Notice = { title: string; description?: string; tone: ToastTone }

/** Texts of specification 2, section 8. */
export const ACCESS_VERIFIED: Notice = {
  title: 'Acceso verificado',
  description: 'Código de acceso válido',
  tone: 'success',
}
export const STARTED: Notice = { title: 'Evaluación iniciada', tone: 'success' }
export const COMPLETED: Notice = { title: '¡Evaluación completada!', tone: 'success' }

export const ALREADY_COMPLETED: Notice = {
  title: 'Assessment ya completado',
  description: 'Esta evaluación ya ha sido completada anteriormente',
  tone: 'error',
}
/** A refused access, in the words of its reason. */
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

/** Texts of our own, where the specification names no case. */
export const ACCESS_ENDED: Notice = {
  title: 'El plazo para responder terminó',
  description: 'Lo que guardaste antes se conserva, pero ya no se puede responder ni finalizar.',
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
