import { useState } from 'react'
import { useHydrated } from '#app/kit/ui/use-hydrated.ts'

/** What happened to the request for a passkey; `cancelled` also when the device has none for this shop. */
type Outcome = 'cancelled' | 'unreached'

export const PASSKEY_PROBLEMS: Readonly<Record<Outcome, string>> = {
  cancelled: 'No se usó ninguna llave de acceso. Inténtalo otra vez, o usa otra forma.',
  unreached: 'No pudimos llegar a la tienda. Revisa tu conexión e inténtalo otra vez.',
}

type Ceremony = 'register' | 'authenticate'

/**
 * Asks the browser for a passkey: fetches the challenge from `address`, and passes what the authenticator answers on to
 * `send` as JSON; a challenge that is refused (403), because the confirmation has expired, as an empty answer, whose action says so. The
 * library for it is loaded with the first click.
 */
export function usePasskey(ceremony: Ceremony, address: string, send: (response: string) => void) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<Outcome>()
  const hydrated = useHydrated()
  const available = hydrated && 'PublicKeyCredential' in window

  async function ask() {
    setPending(true)
    setProblem(undefined)
    try {
      const answer = await fetch(address, { headers: { accept: 'application/json' } })
      if (answer.status === 403) return send('')
      if (!answer.ok || answer.redirected) return setProblem('unreached')
      const optionsJSON = await answer.json()
      const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
      const response =
        ceremony === 'register' ? await startRegistration({ optionsJSON }) : await startAuthentication({ optionsJSON })
      send(JSON.stringify(response))
    } catch (error) {
      setProblem(error instanceof TypeError ? 'unreached' : 'cancelled')
    } finally {
      setPending(false)
    }
  }
  return { available, pending, problem, ask: () => void ask() }
}
