import type { AnswerValue } from '#app/features/questionnaires/questionnaire.ts'

/**
 * Answers given before hydration: on a slow phone the page is usable before its script. Compares the form with the HTML
 * as it was sent.
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
