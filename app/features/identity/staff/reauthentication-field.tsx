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
  className?: string | undefined
}

/**
 * Asks within the form who sits before it, unless that was confirmed in the last minutes. It is part of the form, so nothing
 * typed is lost when it is asked.
 */
export function ReauthenticationField({ onDemand = false, error, ...props }: ReauthenticationFieldProps) {
  const { email, confirmed, hasPasskey } = useReauthentication()
  const fetcher = useFetcher<{ done: boolean; text: string }>()
  const { available, pending, problem, ask } = usePasskey('authenticate', '/admin/security/passkey', response =>
    fetcher.submit({ intent: 'passkey', response }, { method: 'post', action: '/admin/security/confirm' }),
  )
  if (fetcher.data?.done) return <p className="text-md text-good">Confirmado. Ya puedes continuar.</p>
  if (error === undefined && (confirmed || onDemand)) return null
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
