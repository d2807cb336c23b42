import { createContext, useContext } from 'react'
import type { StaffScope } from '#app/platform/database/values.ts'

/** The scope of the signed-in member of the staff, for what leads to other screens. */
export const ScopeContext = createContext<StaffScope>('admin')

export const useStaffScope = (): StaffScope => useContext(ScopeContext)
