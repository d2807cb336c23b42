import { useState } from 'react'
import { useActionData } from 'react-router'
import { OwnPasswordField } from '#app/features/identity/own-password-field.tsx'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { useReauthentication } from './reauthentication-context.ts'
import { PASSKEY_PROBLEMS, usePasskey } from './use-passkey.ts'

type ReauthenticationFieldProps = {
  hint?: string | undefined
  error: string | undefined
  /** Asks only after the server has: for forms that need it only for some of their values. */
  onDemand?: boolean | undefined
  /** Asks although the page's layout, whose data may be older, was loaded when it was confirmed. */
  always?: boolean | undefined
  /** The form's last answer, where a fetcher posts it. */
  answer?: unknown
  className?: string | undefined
}

/**
 * Asks within the form who sits before it, unless that was confirmed in the last minutes. It is part of the form, so nothing
 * typed is lost when it is asked.
 */
export function ReauthenticationField({
  onDemand = false,
  always = false,
  error,
  answer,
  ...props
}: ReauthenticationFieldProps) {
  const { email, confirmed, hasPasskey } = useReauthentication()
  const fetcher = useFetcher<{ done: boolean; text: string }>()
  // A refusal that comes after the confirmation by a passkey says that it has expired.
  const pageAnswer: unknown = useActionData()
  const lastAnswer = answer ?? pageAnswer
  const [answerBefore, setAnswerBefore] = useState<unknown>()
  const { available, pending, problem, ask } = usePasskey('authenticate', '/admin/security/passkey', response => {
    setAnswerBefore(lastAnswer)
    fetcher.submit({ intent: 'passkey', response }, { method: 'post', action: '/admin/security/confirm' })
  })
  const holds = error === undefined || lastAnswer === answerBefore
  if (fetcher.data?.done && fetcher.state === 'idle' && holds)
    return <p className="text-md text-good">Confirmado. Ya puedes continuar.</p>
  if (error === undefined && ((confirmed && !always) || onDemand)) return null
  const failed = problem ? PASSKEY_PROBLEMS[problem] : fetcher.data?.text
  return (
    <div className="grid gap-3">
      <OwnPasswordField email={email} error={error} {...props} />
      {hasPasskey && available && (
        <Button
          type="button"
          variant="secondary"
          size="sm"
          className="justify-self-start"
          pending={pending || fetcher.state !== 'idle'}
          onClick={ask}
        >
          Usar mi llave de acceso
        </Button>
      )}
      {failed && <p className="text-sm text-poor">{failed}</p>}
    </div>
  )
}
