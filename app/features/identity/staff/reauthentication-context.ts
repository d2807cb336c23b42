import { createContext, useContext } from 'react'
import type { StaffScope } from '#app/platform/database/values.ts'

/** The scope of the signed-in member of the staff, for what leads to other screens. */
export const ScopeContext = createContext<StaffScope>('admin')

export const useStaffScope = (): StaffScope => useContext(ScopeContext)

type Reauthentication = {
  /** The signed-in user's e-mail, for password managers. */
  email: string
  /** The session was confirmed in the last minutes, when the page was loaded. */
  confirmed: boolean
  /** Whether the account has a passkey to confirm with. */
  hasPasskey: boolean
}

export const ReauthenticationContext = createContext<Reauthentication>({
  email: '',
  confirmed: false,
  hasPasskey: false,
})

export const useReauthentication = (): Reauthentication => useContext(ReauthenticationContext)
