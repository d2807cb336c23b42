import { useEffect, useSyncExternalStore } from 'react'
import type { Role } from '#app/platform/database/values.ts'

/** What the header knows of whoever is signed in. */
export type HeaderUser = { firstName: string; lastName: string; email: string; role: Role }

/** Undefined until the shop has been asked; null: nobody is signed in. One copy per browser page, shared by every header. */
let known: HeaderUser | null | undefined
let latest = 0
const listeners = new Set<() => void>()

/** Asks again who is signed in. An answer that a later question has overtaken is dropped. */
export async function refreshSession(): Promise<void> {
  latest += 1
  const question = latest
  const answer = await ask()
  if (question !== latest) return
  known = answer
  for (const listener of listeners) listener()
}

/** The server's answer to a form after which somebody else may be signed in, or nobody: the header asks again, whatever it was. */
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
    // Without an answer the header offers to log in, which works for everybody.
    return null
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Who is signed in: undefined while that is unknown (always on the server, whose pages are everybody's), null for nobody. */
export function useSession(): HeaderUser | null | undefined {
  useEffect(() => {
    if (latest === 0) void refreshSession()
  }, [])
  return useSyncExternalStore(
    subscribe,
    () => known,
    () => undefined,
  )
}
