import { createContext, type ReactNode, use, useState } from 'react'
import { readPreferences, remember } from './preferences.ts'

/** How the staff see every list: rows of 44 px or of 64 px, and whether letters are shortcuts. */
export type ViewPreferences = { comfortable: boolean; shortcuts: boolean }

const COMFORTABLE = 'comoda'
const OFF = 'no'

/** The stored preferences: compact rows and shortcuts unless somebody changed it. */
export function viewPreferences(request: Request): ViewPreferences {
  const stored = readPreferences(request.headers.get('cookie'))
  return { comfortable: stored.get('densidad') === COMFORTABLE, shortcuts: stored.get('atajos') !== OFF }
}

type View = ViewPreferences & { choose: (change: Partial<ViewPreferences>) => void }

const ViewContext = createContext<View>({ comfortable: false, shortcuts: true, choose: () => {} })

/** The preferences and how to change them. */
export const useView = (): View => use(ViewContext)

/** Stores the preferences in this browser, for all lists below. */
export function ViewProvider({ stored, children }: { stored: ViewPreferences; children: ReactNode }) {
  const [view, setView] = useState(stored)
  const choose = (change: Partial<ViewPreferences>) => {
    const next = { ...view, ...change }
    setView(next)
    remember('densidad', next.comfortable ? COMFORTABLE : '')
    remember('atajos', next.shortcuts ? '' : OFF)
  }
  return <ViewContext value={{ ...view, choose }}>{children}</ViewContext>
}
