import type { FormEvent } from 'react'
import { accessFields } from '#app/features/questionnaires/respondent.ts'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { AccessAnswer } from './respond-texts.ts'

/** Upper-cases the typed code without moving the caret. */
function toUpperCase({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
}

/** The `ref` of the form and its two fields, with the errors of the last attempt. */
export function useAccessFields(answer: AccessAnswer | undefined, isInvited = false) {
  const { ref, field } = useForm(accessFields, answer)
  const controls = (
    <>
      {answer?.notice && (
        <Alert tone="warning" title={answer.notice.title}>
          {answer.notice.description}
        </Alert>
      )}
      {!isInvited && <TextField {...field('email')} />}
      <TextField {...field('access_code')} onInput={toUpperCase} />
    </>
  )
  return { ref, controls }
}
