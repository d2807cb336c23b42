import type { RespondAnswer } from './respond-answer.ts'
import {
  ACCESS_UNREACHABLE,
  ACCESS_VERIFIED,
  accessError,
  COMPLETE_FAILED,
  COMPLETED,
  type Notice,
  START_FAILED,
  STARTED,
} from './respond-texts.ts'

const SUCCESS = { access: ACCESS_VERIFIED, start: STARTED, complete: COMPLETED } as const

/** What is told when a form did what it was for (specification 2, section 8). */
export const successNotice = (intent: keyof typeof SUCCESS): Notice => SUCCESS[intent]

/** What a form answers when no server did: nothing typed is lost. */
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
    }
    return { form: 'start', errors: {}, values, notice: START_FAILED }
  }
  return { form: 'complete', done: false, notice: COMPLETE_FAILED }
}
