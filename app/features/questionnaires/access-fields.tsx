import type { FormEvent } from 'react'
import { Alert } from '#app/ui/alert.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { AccessAnswer } from './respond-answer.ts'

/** Codes are upper case; what is typed becomes so without moving the caret. */
function toUpperCase({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
}

/** E-mail and access code, with what the last try was told. */
export function AccessFields({ answer }: { answer: AccessAnswer | undefined }) {
  return (
    <>
      {answer?.notice && (
        <Alert tone="warning" title={answer.notice.title}>
          {answer.notice.description}
        </Alert>
      )}
      <TextField
        label="Correo electrónico"
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={answer?.values.email}
        error={answer?.errors.email}
      />
      <TextField
        label="Código de acceso"
        name="access_code"
        placeholder="AC-XXXXXXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        onInput={toUpperCase}
        defaultValue={answer?.values.access_code}
        error={answer?.errors.access_code}
      />
    </>
  )
}
