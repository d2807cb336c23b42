import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useSubmit } from 'react-router'
import { type HeaderUser, refreshSession, useSession } from './use-session.ts'

type Auth = {
  /** Undefined while unknown, null when nobody is signed in. */
  user: HeaderUser | null | undefined
  /** Signs out and goes to `to`, the home page unless given. */
  signOut(to?: string): Promise<void>
}

const AuthContext = createContext<Auth | undefined>(undefined)

/** Tells the components inside who is signed in. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const user = useSession()
  const submit = useSubmit()
  const auth = useMemo<Auth>(
    () => ({
      user,
      async signOut(to = '/') {
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
