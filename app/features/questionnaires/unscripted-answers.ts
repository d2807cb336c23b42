import type { AnswerValue } from './questionnaire.ts'

/**
 * What somebody answered before the page's script ran: the page is there sooner than its script, and a slow phone must not lose
 * the first answers. It reads what differs from the page as it was sent.
 */
export function answeredBeforeScripts(form: HTMLFormElement | null): { field: string; value: AnswerValue }[] {
  const answered: { field: string; value: AnswerValue }[] = []
  for (const control of form?.elements ?? []) {
    if (control instanceof HTMLInputElement && control.type === 'radio') {
      if (control.checked && !control.defaultChecked)
        answered.push({ field: control.name, value: Number(control.value) })
    } else if (control instanceof HTMLTextAreaElement && control.value !== control.defaultValue) {
      answered.push({ field: control.name, value: control.value })
    }
  }
  return answered
}
