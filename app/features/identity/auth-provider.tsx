import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
// biome-ignore lint/style/noRestrictedImports: signing out is no form of an account: whoever wants out gets out.
import { useSubmit } from 'react-router'
import { Spinner } from '#app/kit/ui/spinner.tsx'
import type { Role } from '#app/platform/database/values.ts'
import { track } from '#app/platform/tracking/track.ts'

/** What a protected page shows while access is being checked (specification 1, section 2): as high as the screen, so that no footer moves. */
export const CheckingAccess = () => <Spinner label="Verificando acceso..." className="min-h-dvh" />

/** What the header shows of the signed-in user. */
export type HeaderUser = { firstName: string; lastName: string; email: string; role: Role }

/** Undefined until fetched; null: nobody is signed in. One copy per browser page, shared by every header. */
let known: HeaderUser | null | undefined
let latest = 0
const listeners = new Set<() => void>()

/** Fetches the signed-in user again. An outdated answer is dropped. */
export async function refreshSession(): Promise<void> {
  latest += 1
  const question = latest
  const answer = await ask()
  if (question !== latest) return
  known = answer
  for (const listener of listeners) listener()
}

/** The server's answer to a form that may change who is signed in: the header refreshes afterwards, whatever it was. */
export async function answerAndRefresh<Answer>(answer: () => Promise<Answer>): Promise<Answer> {
  try {
    return await answer()
  } finally {
    void refreshSession()
  }
}

async function ask(): Promise<HeaderUser | null> {
  try {
    const response = await fetch('/session', { headers: { accept: 'application/json' } })
    const { user }: { user: HeaderUser | null } = await response.json()
    return user
  } catch {
    // Without an answer nobody is known to have left; whoever was not known yet is offered to log in, which works for everybody.
    return known ?? null
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The signed-in user: undefined while unknown (always on the server, whose pages are shared), null for nobody. */
function useSession(): HeaderUser | null | undefined {
  useEffect(() => {
    if (latest === 0) void refreshSession()
  }, [])
  return useSyncExternalStore(
    subscribe,
    () => known,
    () => undefined,
  )
}

type Auth = {
  /** Undefined while unknown, null when nobody is signed in. */
  user: HeaderUser | null | undefined
  /** Signs out and navigates to `to`, by default the home page. */
  signOut(to?: string): Promise<void>
}

const AuthContext = createContext<Auth | undefined>(undefined)

/** Provides the signed-in user to its children. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const user = useSession()
  const submit = useSubmit()
  const auth = useMemo<Auth>(
    () => ({
      user,
      async signOut(to = '/') {
        track('user_action', { action: 'logout' })
        await submit({ to }, { method: 'post', action: '/sign-out' })
        await refreshSession()
      },
    }),
    [user, submit],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** @throws Error outside of an AuthProvider (text of specification 1, section 8). */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
